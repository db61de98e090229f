// A browser's translation takes React's text nodes out of the page and puts others in. What React then does to such a
// node fails: new text never shows, and removing it, or putting something before it, throws. A text that is all that an
// element holds is safe, because React sets the element's whole content.

const NEVER_TEXT = new Set(['JSXElement', 'JSXFragment', 'JSXEmptyExpression']);

/** Whether the expression may draw a text, as far as it can be seen in the file. */
function mayBeText(node) {
  if (NEVER_TEXT.has(node.type)) return false;
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number';
    case 'ConditionalExpression':
      return mayBeText(node.consequent) || mayBeText(node.alternate);
    case 'LogicalExpression':
      return mayBeText(node.right) || (node.operator !== '&&' && mayBeText(node.left));
    case 'ChainExpression':
      return mayBeText(node.expression);
    case 'CallExpression':
      return !isMapToElements(node);
    case 'Identifier':
      return node.name !== 'children' && node.name !== 'undefined';
    default:
      return true;
  }
}

function isMapToElements({ callee, arguments: [given] }) {
  if (callee.type === 'Identifier') return callee.name === 'children';
  if (callee.type !== 'MemberExpression' || !['map', 'flatMap', 'from'].includes(callee.property.name)) return false;
  return given !== undefined && drawsElements(given);
}

function drawsElements(given) {
  if (given.type !== 'ArrowFunctionExpression') return false;
  const { body } = given;
  if (body.type !== 'BlockStatement') return !mayBeText(body);
  const returned = body.body.filter(({ type }) => type === 'ReturnStatement');
  return returned.length > 0 && returned.every(({ argument }) => argument && !mayBeText(argument));
}

function isText(child) {
  if (child.type === 'JSXText') return true;
  return child.type === 'JSXExpressionContainer' && mayBeText(child.expression);
}

/** What is left of the children once the lines' own white space is gone. */
function shownChildren({ children }) {
  return children.filter((child) => {
    if (child.type === 'JSXText') return child.value.trim() !== '' || !child.value.includes('\n');
    return child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression';
  });
}

function isFixed({ type, expression }) {
  return type === 'JSXText' || expression.type === 'Literal';
}

/** A place where an element may come, go or be replaced by another. */
function isChanging(child) {
  if (child.type === 'JSXExpressionContainer') return !isText(child);
  return child.type === 'JSXElement' && child.openingElement.attributes.some(({ name }) => name?.name === 'key');
}

const OWN = 'This text may change beside other content: give it an element of its own, or make one text of all.';
const BEFORE = 'Something may come or go before this text: give the text an element of its own.';
const BARE = 'A fragment’s text has no element of its own: use an element.';

const ownElement = {
  create(context) {
    return {
      JSXFragment(node) {
        for (const child of shownChildren(node)) if (isText(child)) context.report({ node: child, message: BARE });
      },
      JSXElement(node) {
        const children = shownChildren(node);
        if (children.length < 2) return;
        children.forEach((child, at) => {
          if (!isText(child)) return;
          if (!isFixed(child)) context.report({ node: child, message: OWN });
          else if (at > 0 && isChanging(children[at - 1])) context.report({ node: child, message: BEFORE });
        });
      },
    };
  },
};

export default { meta: { name: 'translated-text' }, rules: { 'own-element': ownElement } };

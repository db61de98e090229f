import type { RenderOrder } from './render-in-child.ts';
import { renderCode, renderMarkdown } from './render-markdown.ts';

// The answer has arrived, or nobody is waiting for it any more.
process.once('disconnect', () => process.exit());
process.once('message', (order: RenderOrder) => {
  render(order)
    .then((rendered) => process.send?.(rendered))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});

function render({ text, language, ...around }: RenderOrder) {
  return language === 'md' ? renderMarkdown(text, around) : renderCode(text, language);
}

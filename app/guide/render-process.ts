import type { RenderOrder } from './render-apart.ts';
import { renderCode, renderMarkdown } from './render-markdown.ts';

process.once('message', (order: RenderOrder) => {
  render(order)
    .then((rendered) => process.send?.(rendered, () => process.disconnect()))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});

function render({ text, language, address }: RenderOrder) {
  return language === 'md' ? renderMarkdown(text, address) : renderCode(text, language);
}

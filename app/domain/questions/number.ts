import type { AnswerReader } from './answer.ts';

/**
 * Only the club's own forms ask for numbers. No answer counts as `min`; no message is specified for a wrong one
 * (product.md 5).
 */
export function numberReader({ min, max }: { min: number; max: number }): AnswerReader {
  return (given = '') => {
    const text = typeof given === 'string' ? given.trim() : 'none';
    const answer = text === '' ? min : Number(text);
    return answer >= min && answer <= max ? { answer } : { wrong: '' };
  };
}

type Say = (text: string) => void;

let sayNow: Say = () => {};

/** Has a screen reader say, once it has finished its sentence, what others see happen. */
export function announce(text: string): void {
  sayNow(text);
}

export function speakWith(say: Say): () => void {
  sayNow = say;
  return () => {
    sayNow = () => {};
  };
}

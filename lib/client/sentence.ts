/** Turns a message of the interface, which starts with a parameter's name, into a sentence for people. */
export function asSentence(message: string): string {
  const startsWithAddress = /^\S+@/.test(message);
  const sentence = startsWithAddress ? message : `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

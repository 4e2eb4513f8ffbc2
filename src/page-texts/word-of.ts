/** The text of a constant that was stored; the constant itself where the texts have none. */
export const wordOf = (texts: Readonly<Record<string, string>>, constant: string): string =>
  Object.hasOwn(texts, constant) ? (texts[constant] ?? constant) : constant

/**
 * A text as it is searched: without case and accents, in every script. The function `folded` of the database gives the
 * same.
 */
export const foldedText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i')

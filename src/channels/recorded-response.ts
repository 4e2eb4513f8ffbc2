const longestResponse = 1024

/** Control characters do not survive storage and terminals; a cut must not leave half a character behind. */
export const recordedResponse = (text: string): string =>
  text
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim()
    .slice(0, longestResponse)
    .toWellFormed()

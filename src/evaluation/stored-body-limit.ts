/** How much of a body or an answer is stored, in characters: 100 KB of plain text. */
export const storedBodyLimit = 102_400

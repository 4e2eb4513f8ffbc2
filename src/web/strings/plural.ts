/** The text for one, or for several. */
export const number = (count: number, one: string, several: string): string => (count === 1 ? one : several)

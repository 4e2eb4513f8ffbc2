/** More pages of an endless list are not read again for each event. */
export const livePages = 4

/** How many pages an answer has. */
export function pagesOf(data: unknown): number {
  const { pages } = Object(data) as { readonly pages?: unknown }
  return Array.isArray(pages) ? pages.length : 1
}

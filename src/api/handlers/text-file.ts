import type { RequestContext } from '../request-context.ts'

/** A file in parts: its first line, then the lines of each page as it is taken. */
export async function* linesOf<T>(
  header: string,
  pages: AsyncIterable<readonly T[]>,
  write: (row: T) => string,
): AsyncGenerator<string> {
  yield header
  for await (const rows of pages) yield rows.map(write).join('')
}

/** Has the browser save the answer under a name. */
export const asFile = (name: string, context: RequestContext): void =>
  context.setHeader('content-disposition', `attachment; filename="${name}"`)

import { toImport } from '#importing'
import type { Imported } from '#importing'

/** What an import would leave out as not valid, with the reason; empty when nothing is. */
export async function mistakesOfImport({ resources }: Pick<Imported, 'resources'>): Promise<readonly string[]> {
  const { report } = await toImport({ name: 'test', title: 'Test' }, resources, new Map())
  return report.map(({ item, field, note }) => [item, field, note].join(' | '))
}

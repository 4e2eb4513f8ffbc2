import type { Input } from '../../api/operations.ts'
import { labelOf } from '../../strings/label-of.ts'
import { texts } from '../../strings/index.ts'
import { textOfList } from '../../ui/listed-values.ts'
import type { CellGroup } from '../../check-list/cells.ts'

export const arrangements = ['group', 'tag', 'location', 'type'] as const
export type Arrangement = (typeof arrangements)[number]

export const arrangementOf = (text: string | undefined): Arrangement =>
  arrangements.find((one) => one === text) ?? 'group'

/** The parameters that load the cells; none for groups, which are preloaded and shared with other screens. */
export const cellsRead = (by: Arrangement): Input<'listCheckCells'> | undefined =>
  by === 'group' ? undefined : { query: { arrangeBy: by === 'location' ? 'place' : by } }

export const nameOfPlace = (by: Arrangement, name: string): string =>
  by === 'type' ? labelOf(texts.checks.types, name) : name

/** The list of the checks of a place. */
export function addressOfPlace(by: Arrangement, { id, name }: Pick<CellGroup, 'id' | 'name'>): string {
  if (id === null) return '/checks'
  const value = by === 'group' ? String(id) : by === 'tag' ? textOfList([name]) : name
  return `/checks?${new URLSearchParams({ [by]: value }).toString()}`
}

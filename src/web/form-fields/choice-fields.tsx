import { useAllItems } from '../api/use-all-items.ts'
import { useOperation } from '../api/use-operation.ts'
import { lateTexts } from '../strings/late.ts'
import { SelectField } from '../ui/field.tsx'

const words = lateTexts.editor

interface ChoiceProps {
  readonly label: string
  readonly value: unknown
  /** Undefined: what stands for none is chosen. */
  readonly onChange: (value: string | number | undefined) => void
  readonly hint?: string | undefined
  readonly error: string | null
}

interface Item {
  readonly id: string | number
  readonly name: string
}

/** One of the items, or none. An item that is not listed keeps its identifier. */
function ChoiceField({
  value,
  items,
  none,
  onChange,
  ...field
}: ChoiceProps & { items: readonly Item[]; none: string }) {
  const chosen = typeof value === 'number' || typeof value === 'string' ? value : ''
  const isListed = chosen === '' || items.some(({ id }) => id === chosen)
  const all = [{ id: '', name: none }, ...items, ...(isListed ? [] : [{ id: chosen, name: String(chosen) }])]
  return (
    <SelectField
      {...field}
      value={String(chosen)}
      options={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => onChange(all.find(({ id }) => id !== '' && String(id) === next)?.id)}
    />
  )
}

/** One of the snippets of the account, which runs before the script beside it. */
export const SnippetField = (field: ChoiceProps) => (
  <ChoiceField {...field} items={useAllItems('listSnippets', { staleMs: 60_000 }).data ?? []} none={words.noSnippet} />
)

export const GroupField = (field: ChoiceProps) => (
  <ChoiceField {...field} items={useAllItems('listCheckGroups', { staleMs: 60_000 }).data ?? []} none={words.noGroup} />
)

/** One of the runtimes; `none` says what applies without one. */
export function RuntimeField({
  none = lateTexts.setup.defaults.runtimeOfAccount,
  ...field
}: ChoiceProps & { readonly none?: string | undefined }) {
  const runtimes = useOperation('listRuntimes', undefined, { staleMs: 600_000 }).data ?? []
  return <ChoiceField {...field} items={runtimes.map(({ name }) => ({ id: name, name }))} none={none} />
}

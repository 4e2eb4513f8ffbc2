import { useOperation } from '../../api/use-operation.ts'
import { lateTexts } from '../../strings/late.ts'
import { SelectField } from '../../ui/field.tsx'

interface SnippetFieldProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (id: number | null) => void
  readonly error: string | null
}

/** One of the snippets of the account, which runs before the script beside it. */
export function SnippetField({ label, value, onChange, error }: SnippetFieldProps) {
  const found = useOperation('listSnippets', { query: { limit: 100 } }, { staleMs: 60_000 }).data?.items ?? []
  const chosen = typeof value === 'number' ? String(value) : ''
  const options = found.map(({ id, name }) => ({ value: String(id), label: name }))
  const isListed = chosen === '' || options.some((option) => option.value === chosen)
  return (
    <SelectField
      label={label}
      value={chosen}
      options={[
        { value: '', label: lateTexts.editor.noSnippet },
        ...options,
        ...(isListed ? [] : [{ value: chosen, label: chosen }]),
      ]}
      onChange={(id) => onChange(id === '' ? null : Number(id))}
      error={error}
    />
  )
}

import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { listAt, textAt, withValue } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { ListField } from '../../ui/form/list-field.tsx'
import { useState } from 'react'
import { useTags } from './api.ts'
import { sections } from './field-rows.ts'
import type { FieldRow } from './field-rows.ts'

const words = lateTexts.dashboards

interface EditProps {
  readonly body: Body
  readonly onChange: (body: Body) => void
  readonly errors: Readonly<Record<string, string>>
  /** How many checks the tags select; undefined until it is known. */
  readonly matching: number | undefined
}

export const DashboardFields = (edit: EditProps) =>
  sections.map(({ title, rows }) => (
    <fieldset key={title} className="stack gap12" aria-label={title}>
      <h2>{title}</h2>
      {rows
        .filter(({ needs }) => needs === undefined || edit.body[needs] === true)
        .map((row) => (
          <DashboardField key={row.name} row={row} {...edit} />
        ))}
    </fieldset>
  ))

function DashboardField({ row, ...edit }: EditProps & { readonly row: FieldRow }) {
  const { body, onChange, errors } = edit
  const { name, kind } = row
  const set = (value: unknown): void => onChange(withValue(body, name, value))
  const shared = { label: words.fields[name], hint: words.hints[name], error: errors[name] ?? null }
  const text = textAt(body, name)
  if (kind === 'flag') return <CheckField {...shared} isOn={body[name] === true} onChange={set} />
  if (kind === 'tags') return <TagsField {...edit} error={shared.error} />
  if (kind === 'choice')
    return (
      <SelectField
        {...shared}
        value={text}
        options={row.options.map((option) => ({ value: String(option), label: optionText(option) }))}
        onChange={(value) => set(row.options.find((option) => String(option) === value))}
      />
    )
  if (kind === 'number')
    return (
      <TextField
        {...shared}
        type="number"
        value={text}
        onChange={(value) => set(value === '' ? null : Number(value))}
      />
    )
  const rows = { lines: 3, css: 8, text: undefined }[kind]
  const toValue = (value: string): string | null => (value === '' && name !== 'header' ? null : value)
  return (
    <TextField
      {...shared}
      value={text}
      isRequired={name === 'header'}
      {...(rows !== undefined && { rows })}
      {...(kind === 'css' && { isMono: true })}
      onChange={(value) => set(toValue(value))}
    />
  )
}

const optionText = (option: string | number): string =>
  typeof option === 'number' ? words.every(option) : option === 'FULL' ? words.widths.FULL : words.widths['960PX']

const offered = 12

/** The tags, of which those that checks have are offered, and how many checks they select. */
function TagsField({ body, onChange, matching, error }: EditProps & { readonly error: string | null }) {
  // The field keeps what is typed, so that it begins again with what is chosen beside it.
  const [chosen, setChosen] = useState(0)
  const tags = listAt(body, 'tags').map(String)
  const set = (next: readonly string[]): void => onChange(withValue(body, 'tags', next))
  const others = useTags().filter(({ tag }) => !tags.includes(tag))
  return (
    <div className="stack gap4">
      <ListField
        key={chosen}
        label={words.fields.tags}
        value={tags}
        onChange={set}
        error={error}
        hint={matching === undefined ? words.hints.tags : words.matching(matching)}
      />
      <div className="row wrap" role="group" aria-label={words.tagsInUse}>
        {others.slice(0, offered).map(({ tag }) => (
          <Button
            key={tag}
            size="small"
            onClick={() => {
              set([...tags, tag])
              setChosen(chosen + 1)
            }}
          >
            + {tag}
          </Button>
        ))}
      </div>
    </div>
  )
}

import { CircleAlert } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { FormField } from '#contract'
import { lateTexts } from '../strings/late.ts'
import { textAt, valueAt } from '../ui/form/body.ts'
import type { Body } from '../ui/form/body.ts'
import { FieldOf } from './field-of.tsx'
import type { EditProps } from '../ui/form/edit-props.ts'

const words = lateTexts.editor
type FieldTab = NonNullable<FormField['tab']>

type FieldsProps = EditProps & { readonly fields: readonly FormField[] }

/** The fields of a section that apply: tabs at the place of the first that belongs to one, the advanced ones folded away. */
export function SectionFields({ fields: all, ...edit }: FieldsProps) {
  const applying = all.filter((field) => applies(field, all, edit.body))
  const fields = applying.filter(({ isAdvanced }) => !isAdvanced)
  const advanced = applying.filter(({ isAdvanced }) => isAdvanced)
  const wrong = advanced.some(({ path }) => hasError(edit.errors, path))
  return (
    <>
      <PlainFields fields={fields} {...edit} />
      {advanced.length > 0 && (
        <details open={wrong || undefined}>
          <summary>{words.advanced}</summary>
          <div className="stack mt12" style={{ gap: 12 }}>
            <PlainFields fields={advanced} {...edit} />
          </div>
        </details>
      )}
    </>
  )
}

/** Whether the field that it depends on has one of the values for it. */
function applies({ when }: FormField, fields: readonly FormField[], body: Body): boolean {
  if (when === undefined) return true
  const other = fields.find(({ path }) => path === when.path)
  const usual = other?.control === 'select' ? (other.default ?? '') : ''
  return when.values.includes(textAt(body, when.path) || String(usual))
}

function PlainFields({ fields, ...edit }: FieldsProps) {
  const first = fields.findIndex(({ tab }) => tab !== undefined)
  const plain = (rows: readonly FormField[]) =>
    linesOf(rows).map((line) => (
      <div key={line[0]?.path} className={`fieldline ${layoutOf(line)}`}>
        {line.map((row) => (
          <FieldOf key={row.path} row={row} {...edit} />
        ))}
      </div>
    ))
  if (first < 0) return plain(fields)
  return (
    <>
      {plain(fields.slice(0, first))}
      <FieldTabs fields={fields.filter(({ tab }) => tab !== undefined)} {...edit} />
      {plain(fields.slice(first).filter(({ tab }) => tab === undefined))}
    </>
  )
}

const isShort = ({ control }: FormField): boolean => ['number', 'port', 'select', 'frequency'].includes(control)
const isLine = ({ control }: FormField): boolean => control === 'text' || control === 'url'

/** A short field stands beside the one before it, and a URL beside its method: two in a line at most. */
function linesOf(rows: readonly FormField[]): readonly (readonly FormField[])[] {
  const lines: FormField[][] = []
  for (const row of rows) {
    const last = lines.at(-1)
    const [before] = last ?? []
    if (last?.length === 1 && before && fitsBeside(before, row)) last.push(row)
    else lines.push([row])
  }
  return lines
}

function fitsBeside(before: FormField, row: FormField): boolean {
  if (row.of !== undefined || before.of !== undefined) return row.of === before.label
  return isShort(row) ? isShort(before) || isLine(before) : row.control === 'url' && isShort(before)
}

const layoutOf = ([first, second]: readonly FormField[]): string =>
  first === undefined || second === undefined
    ? ''
    : isShort(first)
      ? isShort(second)
        ? 'even'
        : 'short-first'
      : 'short-last'

function FieldTabs({ fields, ...edit }: EditProps & { readonly fields: readonly FormField[] }) {
  const { body, errors } = edit
  const tabs = [...new Set(fields.flatMap(({ tab }) => tab ?? []))]
  const isWrong = (tab: FieldTab): boolean => fields.some((row) => row.tab === tab && hasError(errors, row.path))
  const [chosen, setChosen] = useState<FieldTab>(
    () => tabs.find((tab) => contentOf[tab](body) !== '') ?? tabs[0] ?? 'headers',
  )
  // Mistakes are shown where they are, once for each answer of the service.
  const [seen, setSeen] = useState(errors)
  if (errors !== seen) {
    setSeen(errors)
    const wrong = tabs.find(isWrong)
    if (wrong !== undefined && !isWrong(chosen)) setChosen(wrong)
  }
  return (
    <Tabs.Root
      value={chosen}
      onValueChange={(value) => setChosen(tabs.find((tab) => tab === value) ?? chosen)}
      activationMode="manual"
    >
      <Tabs.List className="tabs field-tabs" aria-label={words.request}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab} value={tab}>
            {words.fieldTabs[tab]}
            {contentOf[tab](body) !== '' && <span className="n">{contentOf[tab](body)}</span>}
            {isWrong(tab) && <CircleAlert className="ic s fail" aria-label={words.hasMistakes} />}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content key={tab} value={tab} className="stack mt12" style={{ gap: 12 }}>
          {fields
            .filter((row) => row.tab === tab)
            .map((row) => (
              <FieldOf key={row.path} row={row} {...edit} />
            ))}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

const hasError = (errors: Readonly<Record<string, string>>, path: string): boolean =>
  Object.keys(errors).some((name) => name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`))

const countAt = (body: Body, path: string): string => {
  const found = valueAt(body, path)
  return Array.isArray(found) && found.length > 0 ? String(found.length) : ''
}

/** The content of a tab in a word; empty for none. */
const contentOf: Readonly<Record<FieldTab, (body: Body) => string>> = {
  headers: (body) => countAt(body, 'request.headers'),
  query: (body) => countAt(body, 'request.queryParameters'),
  body: (body) => {
    const type = textAt(body, 'request.bodyType')
    return textAt(body, 'request.body') === '' || type === 'NONE' ? '' : type
  },
  auth: (body) => textAt(body, 'request.basicAuth.username'),
}

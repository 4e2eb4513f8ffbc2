import { CircleAlert } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { textAt, valueAt } from './body.ts'
import type { Body } from './body.ts'
import { FieldOf } from './fields.tsx'
import type { EditProps } from './fields.tsx'
import type { FieldRow, FieldTab } from './type-forms.ts'

const words = lateTexts.editor

/** The fields of a request; those that belong to a tab are gathered in tabs at the place of the first of them. */
export function RequestFields({ fields, ...edit }: EditProps & { readonly fields: readonly FieldRow[] }) {
  const first = fields.findIndex(({ tab }) => tab !== undefined)
  const plain = (rows: readonly FieldRow[]) =>
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

const isShort = ({ kind }: FieldRow): boolean => kind === 'number' || kind === 'select'
const isLine = ({ kind }: FieldRow): boolean => kind === 'text' || kind === 'url'

/** A short field stands beside the one before it, and a URL beside its method: two in a line at most. */
function linesOf(rows: readonly FieldRow[]): readonly (readonly FieldRow[])[] {
  const lines: FieldRow[][] = []
  for (const row of rows) {
    const last = lines.at(-1)
    const [before] = last ?? []
    const fits = before && (isShort(row) ? isShort(before) || isLine(before) : row.kind === 'url' && isShort(before))
    if (last?.length === 1 && fits) last.push(row)
    else lines.push([row])
  }
  return lines
}

const layoutOf = ([first, second]: readonly FieldRow[]): string =>
  first === undefined || second === undefined
    ? ''
    : isShort(first)
      ? isShort(second)
        ? 'even'
        : 'short-first'
      : 'short-last'

function FieldTabs({ fields, ...edit }: EditProps & { readonly fields: readonly FieldRow[] }) {
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

/** What is in a tab, in a word; empty: nothing. */
const contentOf: Readonly<Record<FieldTab, (body: Body) => string>> = {
  headers: (body) => countAt(body, 'request.headers'),
  query: (body) => countAt(body, 'request.queryParameters'),
  body: (body) => {
    const type = textAt(body, 'request.bodyType')
    return textAt(body, 'request.body') === '' || type === 'NONE' ? '' : type
  },
  auth: (body) => textAt(body, 'request.basicAuth.username'),
}

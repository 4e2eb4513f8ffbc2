import { Plus, X } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code/code-field.tsx'
import { languageOf } from '../../ui/code/languages.ts'
import type { CodeLanguage } from '../../ui/code/languages.ts'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { takeCurl } from '../curl/paste-curl.tsx'
import { withRequest } from '../curl/with-request.ts'
import { textAt, valueAt, withValue } from './body.ts'
import type { Body } from './body.ts'
import { Credentials } from './credentials.tsx'
import { RowErrors } from './row-errors.tsx'
import { SnippetField } from './snippet-field.tsx'
import type { FieldRow } from './type-forms.ts'

const words = lateTexts.editor

export interface EditProps {
  readonly body: Body
  readonly onChange: (body: Body) => void
  /** Mistakes by the paths of fields. */
  readonly errors: Readonly<Record<string, string>>
}

interface ControlOf {
  readonly row: FieldRow
  readonly body: Body
  readonly label: string
  readonly value: unknown
  readonly error: string | null
  readonly errors: EditProps['errors']
  readonly change: (value: unknown) => void
  /** Replaces the whole body. */
  readonly replace: (body: Body) => void
}

/** The control of each kind of field. */
const controls: Readonly<Record<FieldRow['kind'], (control: ControlOf) => ReactNode>> = {
  check: ({ row, label, value, change }) => (
    <CheckField
      label={label}
      isOn={value === true || (row.isOnByDefault === true && value !== false)}
      onChange={change}
    />
  ),
  pairs: ({ row: { path }, label, value, errors, change }) => (
    <Pairs label={label} value={value} onChange={change} errors={errors} path={path} />
  ),
  select: ({ row: { options = [] }, label, value, error, change }) => {
    const chosen = typeof value === 'string' || typeof value === 'number' ? String(value) : (options[0] ?? '')
    const all = [...new Set([...options, chosen])].map((option) => ({ value: option, label: option }))
    return <SelectField label={label} value={chosen} options={all} onChange={change} error={error} />
  },
  number: ({ label, body, row, error, change }) => (
    <TextField
      label={label}
      type="number"
      value={textAt(body, row.path)}
      onChange={(text) => change(text === '' ? null : Number(text))}
      error={error}
    />
  ),
  credentials: ({ label, value, error, change }) => (
    <Credentials label={label} value={value} onChange={change} error={error} />
  ),
  snippet: ({ label, value, error, change }) => (
    <SnippetField label={label} value={value} onChange={change} error={error} />
  ),
  code: (control) => (
    <CodeField
      {...textProps(control)}
      language={languageIn(control.row, control.body)}
      rows={control.row.rows ?? usualRows}
    />
  ),
  prose: (control) => <TextField {...textProps(control)} rows={control.row.rows ?? usualRows} />,
  text: (control) => <TextField {...textProps(control)} />,
  url: (control) => <UrlField {...control} />,
}
const usualRows = 6

const textProps = ({ row: { isRequired, keepsText }, label, value, error, change }: ControlOf) => ({
  label,
  value: typeof value === 'string' ? value : '',
  onChange: (text: string) => change(text === '' && !isRequired && !keepsText ? null : text),
  error,
  ...(isRequired && { isRequired }),
})

/** The URL of a request, which a curl command that is pasted fills in whole. */
function UrlField(control: ControlOf) {
  const [problem, setProblem] = useState<string | null>(null)
  const { body, replace } = control
  const onPaste = takeCurl((request) => replace(withRequest(body, request)), setProblem)
  const { onChange, error, ...field } = textProps(control)
  return (
    <TextField
      {...field}
      isMono
      error={problem ?? error}
      onPaste={onPaste}
      onChange={(text) => {
        setProblem(null)
        onChange(text)
      }}
    />
  )
}

/** The control of one row of a form. */
export function FieldOf({
  row,
  body,
  onChange,
  errors,
  labels = words.fields,
}: EditProps & {
  readonly row: FieldRow
  /** Where the label is found. Default: those of checks. */
  readonly labels?: Readonly<Record<string, string>>
}) {
  const { path, kind } = row
  return controls[kind]({
    row,
    body,
    label: labels[row.label] ?? row.label,
    value: valueAt(body, path),
    error: errors[path] ?? null,
    errors,
    change: (next) => onChange(withValue(body, path, next)),
    replace: onChange,
  })
}

function languageIn({ language = 'text', path }: FieldRow, body: Body): CodeLanguage {
  if (language !== 'body') return language
  return textAt(body, 'request.bodyType') === 'JSON' ? 'json' : languageOf(textAt(body, path))
}

interface Pair {
  readonly key: string
  readonly value: string
}

function Pairs({
  label,
  value,
  onChange,
  errors,
  path,
}: Pick<EditProps, 'errors'> & {
  readonly path: string
  readonly label: string
  readonly value: unknown
  readonly onChange: (pairs: readonly Pair[]) => void
}) {
  const pairs = Array.isArray(value) ? (value as readonly Pair[]) : []
  const set = (index: number, changes: Partial<Pair>): void =>
    onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...changes } : pair)))
  return (
    <fieldset className="stack plain">
      <legend className="label">{label}</legend>
      {pairs.map((pair, index) => (
        <Fragment key={index}>
          <div className="row">
            <input
              className="input mono"
              aria-label={`${label}: ${words.fields['key']}`}
              value={pair.key}
              onChange={(event) => set(index, { key: event.target.value })}
            />
            <input
              className="input mono"
              aria-label={`${label}: ${words.fields['value']}`}
              value={pair.value}
              onChange={(event) => set(index, { value: event.target.value })}
            />
            <Button isIcon kind="ghost" aria-label={words.remove} onClick={() => onChange(pairs.toSpliced(index, 1))}>
              <X className="ic s" aria-hidden="true" />
            </Button>
          </div>
          <RowErrors errors={errors} path={`${path}[${index}]`} />
        </Fragment>
      ))}
      <RowErrors errors={errors} path={path} />
      <div>
        <Button size="small" onClick={() => onChange([...pairs, { key: '', value: '' }])}>
          <Plus className="ic s" aria-hidden="true" />
          {words.add}
        </Button>
      </div>
    </fieldset>
  )
}

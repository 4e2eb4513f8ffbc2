import { Plus, X } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import type { FieldControl, FormField } from '#contract'
import { LocationsField } from '../places/locations-field.tsx'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code/code-field.tsx'
import { languageOf } from '../ui/code/languages.ts'
import type { CodeLanguage } from '../ui/code/languages.ts'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import { takeCurl } from '../features/curl/paste-curl.tsx'
import { withRequest } from '../features/curl/with-request.ts'
import { textAt, valueAt, withValue } from '../ui/form/body.ts'
import type { Body } from '../ui/form/body.ts'
import { GroupField, RuntimeField, SnippetField } from './choice-fields.tsx'
import { Credentials } from '../ui/form/credentials.tsx'
import type { EditProps } from '../ui/form/edit-props.ts'
import { JsonField } from '../ui/form/json-field.tsx'
import { ListField } from '../ui/form/list-field.tsx'
import { Retries } from './retries.tsx'
import { RowErrors } from '../ui/form/row-errors.tsx'
import { FrequencyField, PrivateLocationsField } from './schedule-fields.tsx'

const words = lateTexts.editor

interface ControlOf {
  readonly row: FormField
  readonly body: Body
  /** What every control shows. */
  readonly shown: {
    readonly label: string
    readonly value: unknown
    readonly error: string | null
    readonly hint: string | undefined
  }
  readonly errors: EditProps['errors']
  readonly unset: string | undefined
  readonly change: (value: unknown) => void
  /** Removes the value. */
  readonly clear: () => void
  /** Replaces the whole body. */
  readonly replace: (body: Body) => void
}

const checkOf = ({ row, shown: { value, label, hint }, unset, change, clear }: ControlOf) => {
  const { default: usual = false, on = true, isNullable } = row
  return {
    label,
    hint,
    isOn: value === undefined || value === null ? usual === true : value !== false,
    onChange: (isOn: boolean): void => {
      if (unset !== undefined && isOn === usual) clear()
      else if (isOn) change(on)
      else if (isNullable) change(null)
      else change(false)
    },
  }
}

/** The control of each kind of field. */
const controls: Readonly<Record<FieldControl, (control: ControlOf) => ReactNode>> = {
  check: (control) => (control.row.unset === undefined ? <CheckField {...checkOf(control)} /> : <YesNo {...control} />),
  switch: (control) => <CheckField isSwitch {...checkOf(control)} />,
  pairs: ({ row: { path }, shown: { label, value }, errors, change }) => (
    <Pairs label={label} value={value} onChange={change} errors={errors} path={path} />
  ),
  select: (control) => <Choice {...control} />,
  number: (control) => (
    <TextField
      {...textProps(control)}
      type="number"
      {...(typeof control.row.default === 'number' && { placeholder: String(control.row.default) })}
      onChange={(text) => (text === '' ? control.clear() : control.change(Number(text)))}
    />
  ),
  port: (control) => (
    <TextField
      {...textProps(control)}
      onChange={(text) => (text === '' ? control.clear() : control.change(/^\d+$/.test(text) ? Number(text) : text))}
    />
  ),
  credentials: ({ shown: { hint: _hint, ...shown }, change }) => <Credentials {...shown} onChange={change} />,
  snippet: ({ shown, change, clear }) => <SnippetField {...shown} onChange={(id) => (id ? change(id) : clear())} />,
  group: ({ shown, change, clear }) => <GroupField {...shown} onChange={(id) => (id ? change(id) : clear())} />,
  runtime: ({ row, shown, unset, change, clear }) => (
    <RuntimeField
      {...shown}
      {...(row.unset !== undefined && { none: unset })}
      onChange={(id) => (id ? change(id) : clear())}
    />
  ),
  list: ({ shown, change }) => <ListField {...shown} onChange={change} />,
  json: ({ shown, change, clear }) => (
    <JsonField {...shown} onChange={(value) => (value === undefined ? clear() : change(value))} />
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
  frequency: ({ row: { options = [] }, shown, body, unset, replace }) => (
    <FrequencyField
      {...shown}
      options={options}
      unset={unset}
      onChange={(minutes) => {
        const next = withValue(body, 'frequency', minutes)
        const seconds = minutes === 0 ? valueAt(body, 'frequencyOffset') || 10 : undefined
        replace(minutes === 0 || unset !== undefined ? withValue(next, 'frequencyOffset', seconds) : next)
      }}
      error={shown.error}
    />
  ),
  locations: ({ row: { path }, shown: { value }, errors, change }) => (
    <>
      <LocationsField value={value} onChange={change} />
      <RowErrors errors={errors} path={path} />
    </>
  ),
  privateLocations: ({ row: { path }, shown: { label, value }, errors, change }) => (
    <>
      <PrivateLocationsField label={label} value={value} onChange={change} />
      <RowErrors errors={errors} path={path} />
    </>
  ),
  retries: ({ row, shown: { label, error }, body, unset, replace }) => (
    <Retries label={label} error={error} body={body} unset={unset} unsetValue={row.unset} onChange={replace} />
  ),
}
const usualRows = 6

/** A box that may also be left as it is elsewhere. */
const YesNo = ({ shown: { value, ...shown }, unset = '–', change, clear }: ControlOf) => (
  <SelectField
    {...shown}
    value={typeof value === 'boolean' ? String(value) : ''}
    options={[
      { value: '', label: unset },
      { value: 'true', label: lateTexts.effectiveSettings.yes },
      { value: 'false', label: lateTexts.effectiveSettings.no },
    ]}
    onChange={(next) => (next === '' ? clear() : change(next === 'true'))}
  />
)

function Choice({ row, shown, unset = '–', change, clear }: ControlOf) {
  const { options = [], default: usual, isNullable, isNumber } = row
  const { value } = shown
  const none = row.unset !== undefined || (isNullable && usual === undefined) ? [''] : []
  const first = [...none, ...options][0] ?? ''
  const chosen =
    typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : String((none.length > 0 ? undefined : usual) ?? first)
  const all = [...new Set([...none, ...options, chosen])]
  return (
    <SelectField
      {...shown}
      value={chosen}
      options={all.map((option) => ({ value: option, label: option === '' ? unset : option }))}
      onChange={(option) => {
        if (option === '' && none.length > 0) clear()
        else change(isNumber ? Number(option) : option)
      }}
    />
  )
}

const textProps = ({ row, body, shown: { value: _value, ...shown }, change, clear }: ControlOf) => ({
  ...shown,
  value: textAt(body, row.path),
  onChange: (text: string) => (text === '' && row.isNullable ? clear() : change(text)),
  ...(row.isRequired && { isRequired: true }),
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

type Words = Readonly<Partial<Record<string, string>>>

/** The control of one row of a form. */
export function FieldOf({
  row,
  body,
  onChange,
  errors,
  unset: unsetInForm,
  labels = words.fields,
}: EditProps & {
  readonly row: FormField
  /** Where the label is found. Default: those of checks. */
  readonly labels?: Words
}) {
  const { path, control, label, of, isNullable } = row
  const unset = row.unset === undefined ? unsetInForm : lateTexts.setup.groups.own
  const hints: Words = words.hints
  const change = (next: unknown): void => onChange(withValue(body, path, next))
  const name = labels[label] ?? label
  return controls[control]({
    row,
    body,
    shown: {
      label: of === undefined ? name : `${labels[of] ?? of}: ${name}`,
      hint: hints[label],
      value: valueAt(body, path),
      error: errors[path] ?? null,
    },
    errors,
    unset,
    change,
    clear: () => change(row.unset !== undefined || (isNullable && unset === undefined) ? null : undefined),
    replace: onChange,
  })
}

function languageIn(
  { language = 'text', path }: { readonly language?: FormField['language'] | 'text'; path: string },
  body: Body,
): CodeLanguage {
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

import type { ReactNode } from 'react'
import type { FieldControl, FormField } from '#contract'
import { LocationsField } from '../places/locations-field.tsx'
import { CodeField } from '../ui/code/code-field.tsx'
import { languageOf } from '../ui/code/languages.ts'
import type { CodeLanguage } from '../ui/code/languages.ts'
import { CheckField, TextField } from '../ui/field.tsx'
import { textAt, valueAt, withValue } from '../ui/form/body.ts'
import { Credentials } from '../ui/form/credentials.tsx'
import { FilesField } from '../ui/form/files-field.tsx'
import { JsonField } from '../ui/form/json-field.tsx'
import { ListField } from '../ui/form/list-field.tsx'
import { RecordsField } from '../ui/form/records-field.tsx'
import { RowErrors } from '../ui/form/row-errors.tsx'
import { TextsField } from '../ui/form/texts-field.tsx'
import { VariablesField } from '../ui/form/variables-field.tsx'
import { AssertionRows } from './assertion-rows.tsx'
import { BrowserField } from './browser-field.tsx'
import { GroupField, RuntimeField, SnippetField } from './choice-fields.tsx'
import { Choice, YesNo } from './choice.tsx'
import { checkProps, textProps } from './control-of.ts'
import type { ControlOf } from './control-of.ts'
import { EscalationPolicyField } from './escalation-policy-field.tsx'
import { JobScheduleField } from './job-schedule-field.tsx'
import { MetricLimitsField } from './metric-limits-field.tsx'
import { ParallelRuns } from './parallel-runs.tsx'
import { Retries } from './retries.tsx'
import { FrequencyField, PrivateLocationsField } from './schedule-fields.tsx'
import { UrlField } from './url-field.tsx'

const usualRows = 6

/** The control of each kind of field. */
export const controls: Readonly<Record<FieldControl, <B extends object>(control: ControlOf<B>) => ReactNode>> = {
  check: (control) =>
    control.row.unset === undefined ? <CheckField {...checkProps(control)} /> : <YesNo {...control} />,
  switch: (control) => <CheckField isSwitch {...checkProps(control)} />,
  records: ({ row: { path, parts = [] }, shown: { label, value }, errors, change }) => (
    <RecordsField parts={parts} label={label} value={value} onChange={change} errors={errors} path={path} />
  ),
  texts: ({ row: { path }, shown: { label, value }, errors, change }) => (
    <TextsField label={label} value={value} onChange={change} errors={errors} path={path} />
  ),
  assertions: ({ row: { path, options = [] }, shown: { label }, body, errors, replace }) => (
    <fieldset>
      <legend className="label">{label}</legend>
      <AssertionRows path={path} sources={options} body={body} onChange={replace} errors={errors} />
    </fieldset>
  ),
  variables: ({ row: { path }, shown: { label, value }, errors, change }) => (
    <VariablesField label={label} value={value} onChange={change} errors={errors} path={path} />
  ),
  files: ({ row: { path }, shown: { label, value }, errors, change }) => (
    <FilesField label={label} value={value} onChange={change} errors={errors} path={path} />
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
  browser: ({ shown: { label, value, error }, body, replace }) => (
    <BrowserField
      {...{ label, value, error }}
      onSubscribed={(subscription) =>
        replace({ ...body, ...subscription, name: textAt(body, 'name') || subscription.name })
      }
    />
  ),
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
    />
  ),
  jobSchedule: ({ row: { path }, shown: { label, value }, errors, change }) => (
    <JobScheduleField {...{ label, value, errors, path }} onChange={change} />
  ),
  metricLimits: ({ row: { path }, shown: { label, value, hint }, errors, change }) => (
    <MetricLimitsField {...{ label, value, hint, errors, path }} onChange={change} />
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
  parallelRuns: (control) => <ParallelRuns {...control} />,
  escalationPolicy: (control) => <EscalationPolicyField {...control} />,
  retries: ({ row, shown: { label, error }, body, unset, replace }) => (
    <Retries label={label} error={error} body={body} unset={unset} unsetValue={row.unset} onChange={replace} />
  ),
}

function languageIn(
  { language = 'text', path }: { readonly language?: FormField['language'] | 'text'; readonly path: string },
  body: object,
): CodeLanguage {
  if (language !== 'body') return language
  return textAt(body, 'request.bodyType') === 'JSON' ? 'json' : languageOf(textAt(body, path))
}

import { useState } from 'react'
import { useAllItems } from '../../api/use-all-items.ts'
import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { PasteCurl } from '../curl/paste-curl.tsx'
import { requestOfDraft } from '../curl/request-of-draft.ts'
import { curlOfRequest } from '../curl/to-curl.ts'
import { withRequest } from '../curl/with-request.ts'
import { AssertionRows } from './assertion-rows.tsx'
import { textAt, valueAt, withValue } from './body.ts'
import { FieldOf } from './fields.tsx'
import type { EditProps } from './fields.tsx'
import { Channels } from './channels-field.tsx'
import { JsonBody } from './json-body.tsx'
import { RequestFields } from './request-fields.tsx'
import { Retries } from './retries.tsx'
import { RowErrors } from './row-errors.tsx'
import { sectionElementId, sectionsOf } from './sections.ts'
import type { SectionId } from './sections.ts'
import { formOf } from './type-forms.ts'
import { LocationsField, CheckboxGroup } from '../../places/locations-field.tsx'

const words = lateTexts.editor
export const frequencies = [0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440]

/** All fields of a check of a type, in sections. */
export function CheckForm({ type, ...edit }: EditProps & { readonly type: string }) {
  const form = formOf(type)
  const has = new Set(sectionsOf(type))
  const hasMethod = form?.fields.some(({ path }) => path === 'request.method')
  return (
    <>
      <Section id="general" title={words.general}>
        <General {...edit} />
      </Section>
      <Section
        id="request"
        title={words.request}
        action={
          hasMethod && (
            <div className="row">
              <CopyCurl body={edit.body} />
              <PasteCurl onRequest={(request) => edit.onChange(withRequest(edit.body, request))} />
            </div>
          )
        }
      >
        {form && <RequestFields fields={form.fields} {...edit} />}
      </Section>
      {form && has.has('assertions') && (
        <Section id="assertions" title={words.assertions}>
          <AssertionRows form={form} {...edit} />
        </Section>
      )}
      {form?.scripts && (
        <Section id="scripts" title={words.scripts}>
          {form.scripts.map((row) => (
            <FieldOf key={row.path} row={row} {...edit} />
          ))}
        </Section>
      )}
      {has.has('schedule') && (
        <Section id="schedule" title={words.schedule}>
          <Schedule {...edit} leastFrequency={form?.leastFrequency ?? 0} />
        </Section>
      )}
      {has.has('limits') && (
        <Section id="limits" title={words.limits}>
          <Limits {...edit} />
        </Section>
      )}
      <Section id="alerts" title={words.alerts}>
        <Channels {...edit} />
      </Section>
      <details className="pane pad section" id={sectionElementId('json')} tabIndex={-1}>
        <summary>
          <b>{words.json}</b>
        </summary>
        <JsonBody {...edit} />
      </details>
    </>
  )
}

/** The request as a command; nothing while there is no URL. */
function CopyCurl({ body }: Pick<EditProps, 'body'>) {
  const request = requestOfDraft(body)
  return request && <CopyButton text={curlOfRequest(request)} label={lateTexts.curl.copy} />
}

interface SectionProps {
  readonly id: SectionId
  readonly title: string
  readonly action?: React.ReactNode
  readonly children: React.ReactNode
}

const Section = ({ id, title, action, children }: SectionProps) => (
  <section
    className="pane pad stack section"
    id={sectionElementId(id)}
    tabIndex={-1}
    style={{ gap: 12 }}
    aria-label={title}
  >
    <div className="row">
      <h2>{title}</h2>
      {action && <div className="end">{action}</div>}
    </div>
    {children}
  </section>
)

function General({ body, onChange, errors }: EditProps) {
  const tags = valueAt(body, 'tags')
  const groups = useAllItems('listCheckGroups', { staleMs: 60_000 }).data ?? []
  const set = (path: string, value: unknown): void => onChange(withValue(body, path, value))
  return (
    <>
      <TextField
        label={words.fields['name']}
        value={textAt(body, 'name')}
        onChange={(name) => set('name', name)}
        error={errors['name']}
        isRequired
      />
      <CheckField
        isSwitch
        label={words.fields['activated']}
        isOn={valueAt(body, 'activated') !== false}
        onChange={(isOn) => set('activated', isOn)}
      />
      <CheckField
        isSwitch
        label={words.fields['muted']}
        isOn={valueAt(body, 'muted') === true}
        onChange={(isOn) => set('muted', isOn)}
      />
      <TagsField
        value={Array.isArray(tags) ? tags.map(String) : []}
        onChange={(list) => set('tags', list)}
        error={errors['tags']}
      />
      <SelectField
        label={words.group}
        value={textAt(body, 'groupId')}
        options={[
          { value: '', label: words.noGroup },
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(id) => set('groupId', id === '' ? null : Number(id))}
        error={errors['groupId']}
      />
    </>
  )
}

/** The text stays as it is typed; the list follows. */
function TagsField({
  value,
  onChange,
  error,
}: {
  readonly value: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
  readonly error: string | undefined
}) {
  const [text, setText] = useState(value.join(', '))
  return (
    <TextField
      label={words.fields['tags']}
      value={text}
      error={error}
      onChange={(next) => {
        setText(next)
        onChange(next.split(',').flatMap((tag) => tag.trim() || []))
      }}
    />
  )
}

function Schedule({ body, onChange, errors, leastFrequency }: EditProps & { readonly leastFrequency: number }) {
  const privateLocations = useOperation('listPrivateLocations', undefined, { staleMs: 60_000 }).data ?? []
  const frequency = Number(valueAt(body, 'frequency') ?? 5)
  const possible = frequencies.filter((minutes) => minutes >= leastFrequency)
  const every = (minutes: string): void => {
    const next = withValue(body, 'frequency', Number(minutes))
    onChange(minutes === '0' ? withValue(next, 'frequencyOffset', valueAt(body, 'frequencyOffset') || 10) : next)
  }
  return (
    <>
      <SelectField
        label={words.every}
        value={String(frequency)}
        options={[...new Set([...possible, frequency])].map((minutes) => ({
          value: String(minutes),
          label: texts.checks.everyMinutes(minutes),
        }))}
        onChange={every}
        error={errors['frequency'] ?? errors['frequencyOffset']}
      />
      <LocationsField
        value={valueAt(body, 'locations')}
        onChange={(list) => onChange(withValue(body, 'locations', list))}
      />
      <RowErrors errors={errors} path="locations" />
      {privateLocations.length > 0 && (
        <CheckboxGroup
          label={words.privateLocations}
          value={valueAt(body, 'privateLocations')}
          options={privateLocations.map(({ slugName, name }) => ({ value: slugName, label: name }))}
          onChange={(list) => onChange(withValue(body, 'privateLocations', list))}
        />
      )}
      <RowErrors errors={errors} path="privateLocations" />
      <CheckField
        label={words.parallel}
        isOn={valueAt(body, 'runParallel') === true}
        onChange={(isOn) => onChange(withValue(body, 'runParallel', isOn))}
      />
    </>
  )
}

const Limits = (edit: EditProps) => (
  <>
    <div className="fieldline even">
      <FieldOf row={{ path: 'degradedResponseTime', label: 'degradedResponseTime', kind: 'number' }} {...edit} />
      <FieldOf row={{ path: 'maxResponseTime', label: 'maxResponseTime', kind: 'number' }} {...edit} />
    </div>
    <Retries {...edit} />
  </>
)

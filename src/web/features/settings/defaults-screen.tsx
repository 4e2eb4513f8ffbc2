import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { textAt, valueAt, withValue } from '../editor/body.ts'
import type { Body } from '../editor/body.ts'
import { Channels } from '../editor/channels-field.tsx'
import { frequencies } from '../editor/check-form.tsx'
import type { EditProps } from '../editor/fields.tsx'
import { JsonBody } from '../editor/json-body.tsx'
import { Retries } from '../editor/retries.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { LocationsField, CheckboxGroup } from '../../places/locations-field.tsx'

const words = lateTexts.setup.defaults
type Defaults = Answer<'getAccountDefaults'>

/** The defaults of checks created in the interface. */
export function DefaultsScreen() {
  const defaults = useOperation('getAccountDefaults')
  return (
    <SettingsFrame title={words.title}>
      <Loaded query={defaults}>{(data) => <Form key={JSON.stringify(data)} defaults={data} />}</Loaded>
    </SettingsFrame>
  )
}

function Form({ defaults }: { readonly defaults: Defaults }) {
  const mayChange = useMay('updateAccountDefaults')
  const save = useChange('updateAccountDefaults', ['getAccountDefaults'])
  const [body, setBody] = useState<Body>(defaults.check)
  const edit = { body, onChange: setBody, errors: save.error instanceof ApiError ? errorsOf(save.error) : {} }
  return (
    <form
      className="pad"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { check: chosenIn(body) } as never }, { onSuccess: () => toast({ text: words.saved }) })
      }}
    >
      <p className="dim">{words.text}</p>
      <fieldset className="plain stack" style={{ maxWidth: 640, gap: 12, marginTop: 16 }} disabled={!mayChange}>
        <ErrorNote error={save.error} />
        <Schedule {...edit} />
        <Places {...edit} />
        <Retries {...edit} unset={words.unset} />
        <Tags {...edit} />
        <Choices {...edit} />
        <Channels {...edit} />
        <details>
          <summary>
            <b>{lateTexts.editor.json}</b>
          </summary>
          <JsonBody {...edit} />
        </details>
        {mayChange && (
          <div>
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              {texts.common.save}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

/** The names of fields without that of the object they are in. */
const errorsOf = ({ fields }: ApiError): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, error]) => [name.replace(/^check\./, ''), error]))

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/**
 * Without what says nothing: lists in which nothing is chosen. A check that has private locations alone has an empty
 * list of the others.
 */
function chosenIn(body: Body): Body {
  const subscriptions = body['alertChannelSubscriptions']
  const activated = Array.isArray(subscriptions) ? subscriptions.filter((one) => Object(one).activated === true) : []
  const onlyPrivate = isEmpty(body['locations']) && !isEmpty(body['privateLocations'] ?? [])
  return Object.fromEntries(
    Object.entries({ ...body, alertChannelSubscriptions: activated }).filter(
      ([name, value]) => !isEmpty(value) || (name === 'locations' && onlyPrivate),
    ),
  )
}

function Schedule({ body, onChange, errors }: EditProps) {
  const chosen = textAt(body, 'frequency')
  const every = (minutes: string): void => {
    const { frequency: _frequency, frequencyOffset: _offset, ...others } = body
    if (minutes === '') return onChange(others)
    onChange({ ...others, frequency: Number(minutes), ...(minutes === '0' && { frequencyOffset: 10 }) })
  }
  return (
    <SelectField
      label={lateTexts.editor.every}
      value={chosen}
      options={[
        { value: '', label: words.unset },
        ...frequencies.map((minutes) => ({ value: String(minutes), label: texts.checks.everyMinutes(minutes) })),
      ]}
      onChange={every}
      error={errors['frequency']}
    />
  )
}

function Places({ body, onChange }: EditProps) {
  const privateLocations = useOperation('listPrivateLocations', undefined, { staleMs: 60_000 }).data ?? []
  return (
    <>
      <LocationsField
        value={valueAt(body, 'locations')}
        onChange={(list) => onChange(withValue(body, 'locations', list))}
      />
      {privateLocations.length > 0 && (
        <CheckboxGroup
          label={lateTexts.editor.privateLocations}
          value={valueAt(body, 'privateLocations')}
          options={privateLocations.map(({ slugName, name }) => ({ value: slugName, label: name }))}
          onChange={(list) => onChange(withValue(body, 'privateLocations', list))}
        />
      )}
      <CheckField
        label={lateTexts.editor.parallel}
        isOn={valueAt(body, 'runParallel') === true}
        onChange={(isOn) => onChange(withValue(body, 'runParallel', isOn || undefined))}
      />
    </>
  )
}

/** The text stays as it is typed; the list follows. */
function Tags({ body, onChange, errors }: EditProps) {
  const tags = valueAt(body, 'tags')
  const [text, setText] = useState(Array.isArray(tags) ? tags.join(', ') : '')
  return (
    <TextField
      label={lateTexts.editor.fields['tags']}
      value={text}
      error={errors['tags']}
      onChange={(next) => {
        setText(next)
        onChange(
          withValue(
            body,
            'tags',
            next.split(',').flatMap((tag) => tag.trim() || []),
          ),
        )
      }}
    />
  )
}

function Choices({ body, onChange, errors }: EditProps) {
  const groups = useAllItems('listCheckGroups', { staleMs: 60_000 }).data ?? []
  const runtimes = useOperation('listRuntimes', undefined, { staleMs: 600_000 }).data ?? []
  return (
    <>
      <SelectField
        label={lateTexts.editor.group}
        value={textAt(body, 'groupId')}
        options={[
          { value: '', label: lateTexts.editor.noGroup },
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(id) => onChange(withValue(body, 'groupId', id === '' ? undefined : Number(id)))}
        error={errors['groupId']}
      />
      <SelectField
        label={lateTexts.setup.groups.runtime}
        value={textAt(body, 'runtimeId')}
        options={[
          { value: '', label: words.runtimeOfAccount },
          ...runtimes.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(name) => onChange(withValue(body, 'runtimeId', name === '' ? undefined : name))}
        error={errors['runtimeId']}
      />
    </>
  )
}

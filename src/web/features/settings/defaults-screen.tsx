import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { checkDefaultsFields } from '../../forms/check-forms.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { typedBody } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { Channels } from '../../form-fields/channels-field.tsx'
import { JsonBody } from '../../ui/form/json-body.tsx'
import { SectionFields } from '../../form-fields/section-fields.tsx'
import { useDefaults, useMayUpdateDefaults, useUpdateDefaults } from './api.ts'
import type { Defaults } from './api.ts'
import { SettingsFrame } from './settings-frame.tsx'
import styles from './defaults-screen.module.css'

const words = lateTexts.setup.defaults

/** The defaults of checks created in the interface. */
export function DefaultsScreen() {
  const defaults = useDefaults()
  return (
    <SettingsFrame title={words.title}>
      <Loaded query={defaults}>{(data) => <Form key={JSON.stringify(data)} defaults={data} />}</Loaded>
    </SettingsFrame>
  )
}

function Form({ defaults }: { readonly defaults: Defaults }) {
  const mayChange = useMayUpdateDefaults()
  const save = useUpdateDefaults()
  const [body, setBody] = useState<Body>(defaults.check)
  const edit = { body, onChange: setBody, errors: save.error instanceof ApiError ? errorsOf(save.error) : {} }
  return (
    <form
      className="pad"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { check: typedBody(chosenIn(body)) } }, { onSuccess: () => toast({ text: words.saved }) })
      }}
    >
      <p className="dim">{words.text}</p>
      <fieldset className={`stack ${styles.form}`} disabled={!mayChange}>
        <ErrorNote error={save.error} />
        <h2>{lateTexts.editor.sectionNames.general}</h2>
        <SectionFields fields={checkDefaultsFields} {...edit} unset={words.unset} />
        <Channels {...edit} isOfDefaults />
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

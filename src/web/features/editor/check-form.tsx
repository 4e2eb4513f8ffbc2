import type { FormSection } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { PasteCurl } from '../../curl/paste-curl.tsx'
import { requestOfDraft } from '../../curl/request-of-draft.ts'
import { curlOfRequest } from '../../curl/to-curl.ts'
import { withRequest } from '../../curl/with-request.ts'
import { AssertionRows } from '../../form-fields/assertion-rows.tsx'
import { Channels } from '../../form-fields/channels-field.tsx'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import type { EditProps } from '../../ui/form/edit-props.ts'
import { JsonBody } from '../../ui/form/json-body.tsx'
import { SectionFields } from '../../form-fields/section-fields.tsx'
import { formOf, sectionElementId, sectionsOf } from '../../check-forms/sections.ts'
import type { SectionId } from '../../check-forms/sections.ts'
import styles from './check-form.module.css'

const words = lateTexts.editor

interface CheckFormProps {
  readonly type: string
  /** Behind the fields of alerts. */
  readonly afterAlerts?: React.ReactNode
}

/** All fields of a check of a type, in sections. */
export function CheckForm({ type, afterAlerts, ...edit }: EditProps<CheckDraft> & CheckFormProps) {
  const { fields, sources, properties } = formOf(type)
  const has = new Set(sectionsOf(type))
  const hasMethod = fields.some(({ path }) => path === 'request.method')
  const fieldsIn = (id: FormSection, action?: React.ReactNode) =>
    has.has(id) && (
      <Section id={id} title={words[id]} action={action}>
        <SectionFields fields={fields.filter(({ section }) => section === id)} {...edit} />
      </Section>
    )
  return (
    <>
      {fieldsIn('general')}
      {fieldsIn('pings')}
      {fieldsIn(
        'request',
        hasMethod && (
          <div className="row">
            <CopyCurl body={edit.body} />
            <PasteCurl onRequest={(request) => edit.onChange(withRequest(edit.body, request))} />
          </div>
        ),
      )}
      {has.has('assertions') && (
        <Section id="assertions" title={words.assertions}>
          <AssertionRows sources={sources} properties={properties} {...edit} />
          <SectionFields fields={fields.filter(({ section }) => section === 'assertions')} {...edit} />
        </Section>
      )}
      {fieldsIn('scripts')}
      {fieldsIn('schedule')}
      {fieldsIn('limits')}
      <Section id="alerts" title={words.alerts}>
        <Channels {...edit} />
        <SectionFields fields={fields.filter(({ section }) => section === 'alerts')} {...edit} />
        {afterAlerts}
      </Section>
      <details className={`pane pad ${styles.section}`} id={sectionElementId('json')} tabIndex={-1}>
        <summary>
          <b>{words.json}</b>
        </summary>
        <JsonBody {...edit} />
      </details>
    </>
  )
}

/** The request as a command; nothing without a URL. */
function CopyCurl({ body }: Pick<EditProps<CheckDraft>, 'body'>) {
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
    className={`pane pad stack gap12 ${styles.section}`}
    id={sectionElementId(id)}
    tabIndex={-1}
    aria-label={title}
  >
    <div className="row">
      <h2>{title}</h2>
      {action && <div className="end">{action}</div>}
    </div>
    {children}
  </section>
)

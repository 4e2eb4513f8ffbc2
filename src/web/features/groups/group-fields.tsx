import type { FormSection } from '#contract'
import { Channels } from '../../form-fields/channels-field.tsx'
import { SectionFields } from '../../form-fields/section-fields.tsx'
import { groupFields } from '../../forms/check-forms.ts'
import { lateTexts } from '../../strings/late.ts'
import type { EditProps } from '../../ui/form/edit-props.ts'
import { JsonBody } from '../../ui/form/json-body.tsx'

const { editor, setup } = lateTexts
const titles: Readonly<Partial<Record<FormSection, string>>> = {
  schedule: editor.schedule,
  limits: editor.limits,
  request: setup.groups.requests,
  scripts: editor.scripts,
}
const sections = [...new Set(groupFields.flatMap(({ section }) => section ?? []))]

/** All fields of a group, in sections. */
export const GroupFields = (edit: EditProps) => (
  <>
    {sections.map((section) => (
      <section key={section} className="stack gap12" aria-label={titles[section]}>
        {titles[section] && <h2>{titles[section]}</h2>}
        <SectionFields fields={groupFields.filter((field) => field.section === section)} {...edit} />
      </section>
    ))}
    <section className="stack gap12" aria-label={editor.alerts}>
      <h2>{editor.alerts}</h2>
      <Channels {...edit} isOfGroup />
    </section>
    <details>
      <summary>
        <b>{setup.groups.json}</b>
      </summary>
      <JsonBody {...edit} />
    </details>
  </>
)

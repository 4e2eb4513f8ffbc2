import { lateTexts } from '../../strings/late.ts'
import { SelectField } from '../../ui/field.tsx'
import { Pane } from '../../ui/pane.tsx'
import { ImpactsFields, ServicesFields } from './affected-fields.tsx'
import { useComponentPages } from './api.ts'
import type { Subject } from './subject.ts'

const words = lateTexts.incidents

interface SubjectFieldsProps {
  readonly subject: Subject
  readonly onChange: (subject: Subject) => void
}

/** The services or components that a new incident affects. */
export function SubjectFields({ subject, onChange }: SubjectFieldsProps) {
  const pages = useComponentPages().data?.entries ?? []
  return (
    <Pane title={words.affects}>
      <div className="padx pb stack gap12">
        {pages.length > 0 && (
          <SelectField
            label={words.where}
            value={subject.pageId}
            options={[
              { value: '', label: words.onServices },
              ...pages.map(({ id, name }) => ({ value: id, label: words.onPage(name) })),
            ]}
            onChange={(pageId) => onChange({ ...subject, pageId, impacts: new Map() })}
          />
        )}
        {subject.pageId === '' ? (
          <ServicesFields value={subject.onServices} onChange={(onServices) => onChange({ ...subject, onServices })} />
        ) : (
          <ImpactsFields
            statusPageId={subject.pageId}
            value={subject.impacts}
            onChange={(impacts) => onChange({ ...subject, impacts })}
          />
        )}
      </div>
    </Pane>
  )
}

import { Link } from '@tanstack/react-router'
import type { CheckType } from '#contract'
import { checkTypes } from '../../check-forms/sections.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { PasteCurl } from '../../curl/paste-curl.tsx'
import type { CurlRequest } from '../../curl/request-of.ts'
import { newCheckDraft, useStoredDrafts } from './use-draft.ts'
import { Note } from '../../ui/note.tsx'
import { TypeCards } from '../../ui/type-cards.tsx'

const words = lateTexts.editor

interface TypeChoiceProps {
  /** Whether the account sets what new checks begin with. */
  readonly hasDefaults: boolean
  readonly onChoose: (type: CheckType) => void
  readonly onRequest: (request: CurlRequest) => void
}

/** The types of checks, and drafts of earlier ones that were not saved. */
export const TypeChoice = ({ hasDefaults, onChoose, onRequest }: TypeChoiceProps) => (
  <Page title={words.newTitle}>
    <Drafts onChoose={onChoose} />
    <section className="pad" aria-label={words.chooseType}>
      <div className="row">
        <h2>{words.chooseType}</h2>
        <div className="end">
          <PasteCurl onRequest={onRequest} />
        </div>
      </div>
      <TypeCards types={checkTypes} names={texts.checks.types} texts={words.typeTexts} onChoose={onChoose} />
    </section>
    {hasDefaults && (
      <p className="padx dim">
        {words.beginsWith}{' '}
        <Link className="link" to="/settings/defaults">
          {lateTexts.setup.defaults.title}
        </Link>
      </p>
    )}
  </Page>
)

function Drafts({ onChoose }: Pick<TypeChoiceProps, 'onChoose'>) {
  const { drafts, discard } = useStoredDrafts(checkTypes.map(newCheckDraft))
  const shown = checkTypes.filter((type) => drafts.has(newCheckDraft(type)))
  if (shown.length === 0) return null
  return (
    <section className="padx stack mt12" aria-label={words.drafts}>
      {shown.map((type) => {
        const text = words.draft(texts.checks.types[type], drafts.get(newCheckDraft(type))?.name ?? '')
        return (
          <Note key={type}>
            <div className="grow">{text}</div>
            <Button size="small" onClick={() => onChoose(type)}>
              {words.continueDraft}
            </Button>
            <Button size="small" onClick={() => discard(newCheckDraft(type))}>
              {words.discard}
            </Button>
          </Note>
        )
      })}
    </section>
  )
}

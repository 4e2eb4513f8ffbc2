import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Pane } from '../../ui/pane.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { usePostUpdate } from './api.ts'
import type { Incident } from './api.ts'
import { PreviewButton } from './preview.tsx'
import { draftOf, postedOf } from './update-draft.ts'
import { UpdateFields } from './update-fields.tsx'
import { valuesOf } from './values-of-incident.ts'

const words = lateTexts.incidents

/** Answers what users are told next. */
export function UpdateComposer({ incident }: { readonly incident: Incident }) {
  const [draft, setDraft] = useState(() => draftOf(incident.status))
  const post = usePostUpdate(incident)
  const { status, description } = draft
  const isEmpty = description.trim() === ''
  const send = (): void => {
    if (isEmpty || post.isPending) return
    post.mutate(postedOf(draft, incident.recipients), { onSuccess: () => setDraft(draftOf(status)) })
  }
  const pages = incident.pages.map(({ name }) => name).join(', ')
  return (
    <Pane title={words.postUpdate}>
      <form
        className="padx pb stack gap12"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <ErrorNote error={post.error} />
        <UpdateFields
          draft={draft}
          onChange={setDraft}
          values={valuesOf(incident)}
          recipients={incident.recipients}
          errors={post.error?.fields}
          onSend={send}
        />
        <div className="row wrap">
          <span className="mute small grow">
            {!incident.isPublished ? words.hiddenText : pages === '' ? words.appearsNowhere : words.appears(pages)}
          </span>
          <PreviewButton body={isEmpty ? null : { incidentId: incident.id, update: { status, description } }} />
          <Button kind="primary" type="submit" isBusy={post.isPending}>
            {words.post}
          </Button>
        </div>
      </form>
    </Pane>
  )
}

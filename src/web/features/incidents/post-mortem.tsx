import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Prose } from '../../ui/prose.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { useHandling } from './api.ts'
import type { Incident } from './api.ts'

const words = lateTexts.incidents
const longest = 20_000

interface PostMortemProps {
  readonly incident: Incident
  readonly mayChange: boolean
}

/** The report that is written afterwards, and whether readers see it. */
export function PostMortem({ incident, mayChange }: PostMortemProps) {
  const [text, setText] = useState<string | null>(null)
  const handling = useHandling()
  const { postMortem, postMortemHtml, postMortemPublishedAt: publishedAt } = incident
  const handle = (body: Parameters<typeof handling.mutate>[0]['body'], onSuccess?: () => void): void =>
    handling.mutate({ params: { incidentId: incident.id }, body }, { ...(onSuccess && { onSuccess }) })
  const save = (): void => handle({ postMortem: text === '' ? null : text }, () => setText(null))
  return (
    <Pane title={words.postMortem} more={postMortem !== null && <State publishedAt={publishedAt} />}>
      <div className="padx pb stack gap12">
        <ErrorNote error={handling.error} />
        {text !== null ? (
          <TextField
            label={words.postMortem}
            value={text}
            onChange={setText}
            hint={words.postMortemHint}
            rows={14}
            maxLength={longest}
            autoFocus
          />
        ) : postMortem === null ? (
          <p className="mute">{words.noPostMortem}</p>
        ) : (
          <Prose text={postMortem} html={postMortemHtml} />
        )}
        {mayChange && (
          <div className="row wrap">
            {text !== null ? (
              <>
                <Button kind="primary" isBusy={handling.isPending} onClick={save}>
                  {texts.common.save}
                </Button>
                <Button onClick={() => setText(null)}>{texts.common.cancel}</Button>
              </>
            ) : (
              <Button onClick={() => setText(postMortem ?? '')}>
                {postMortem === null ? words.writePostMortem : texts.common.edit}
              </Button>
            )}
            {text === null && postMortem !== null && (
              <Button
                isBusy={handling.isPending}
                onClick={() => handle({ isPostMortemPublished: publishedAt === null })}
              >
                {publishedAt === null ? words.publishPostMortem : words.hidePostMortem}
              </Button>
            )}
          </div>
        )}
      </div>
    </Pane>
  )
}

const State = ({ publishedAt }: { readonly publishedAt: string | null }) =>
  publishedAt === null ? (
    words.draft
  ) : (
    <>
      {words.publishedSince} <Ago at={publishedAt} />
    </>
  )

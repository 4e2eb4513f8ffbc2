import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { Ago } from '../../ui/time.tsx'
import { useMay } from '../../session/session.tsx'
import { useFeeds } from './api.ts'
import { FeedDialog } from './feed-dialog.tsx'
import { FeedState } from './feed-state.tsx'
import type { Part } from './page-draft.ts'

const words = lateTexts.statusPages.feeds

interface FeedFieldProps {
  readonly statusPageId: string
  readonly part: Part
  readonly onChange: (changes: Partial<Part>) => void
}

/** The page of a provider that a component follows, if any. */
export function FeedField({ statusPageId, part, onChange }: FeedFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const mayTry = useMay('tryFeed')
  return (
    <div className="stack gap4">
      <b className="small">{words.label}</b>
      {part.feed === null ? (
        <span className="mute small">{words.none}</span>
      ) : (
        <>
          <span className="mono small anywhere">{part.feed.url}</span>
          <Followed statusPageId={statusPageId} part={part} />
        </>
      )}
      <div className="row wrap">
        {mayTry && (
          <Button size="small" onClick={() => setOpen(true)}>
            {part.feed === null ? words.choose : words.change}
          </Button>
        )}
        {part.feed !== null && (
          <Button size="small" onClick={() => onChange({ feed: null })}>
            {words.remove}
          </Button>
        )}
      </div>
      {isOpen && (
        <FeedDialog before={part.feed} onChoose={(feed) => onChange({ feed })} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

/** The last word of the provider, once the feed is saved. */
function Followed({ statusPageId, part }: Pick<FeedFieldProps, 'statusPageId' | 'part'>) {
  const feed = useFeeds(statusPageId).find(
    ({ componentId, url, component }) =>
      componentId === part.id && url === part.feed?.url && component === part.feed.component,
  )
  if (feed === undefined) return <span className="mute small">{words.afterSaving}</span>
  return (
    <>
      <span className="row wrap small">
        <span className="anywhere">{feed.componentName ?? feed.pageName ?? words.whole}</span>
        <FeedState state={feed.state} />
        <span className="mute">
          {words.read} <Ago at={feed.readAt} />
        </span>
      </span>
      {feed.problem !== null && <FieldError>{words.problems[feed.problem]}</FieldError>}
    </>
  )
}

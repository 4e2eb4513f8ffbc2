import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Pane } from '../../ui/pane.tsx'
import { stateOfPublic } from '../../ui/state-of-public.ts'
import { Glyph } from '../../ui/status.tsx'
import type { Incident } from './api.ts'
import { ChangeImpacts, ChangeServices } from './change-affected.tsx'
import { CorrectTimeline } from './correct-timeline.tsx'
import { severityOf } from './states.ts'

const words = lateTexts.incidents

interface AffectsProps {
  readonly incident: Incident
  readonly mayChange: boolean
}

/** The services or components that an incident affects, how badly, and the pages on which readers see it. */
export const Affects = ({ incident, mayChange }: AffectsProps) => (
  <>
    <Pane title={words.affects} end={mayChange && <Changes incident={incident} />}>
      <ul className="padx pb stack gap4">
        {incident.affects.map(({ id, name, impact }) => (
          <li key={id} className="row">
            <Glyph state={stateOfPublic[impact ?? incident.severity]} />
            <span className="grow anywhere">{name}</span>
            <span className="mute small">{severityOf(impact ?? incident.severity)}</span>
          </li>
        ))}
        {incident.affectedCount === 0 && <li className="mute">{words.noComponents}</li>}
        {incident.affectedCount > incident.affects.length && (
          <li className="mute small">{words.more(incident.affectedCount - incident.affects.length)}</li>
        )}
      </ul>
    </Pane>
    <Pane title={words.shownOn}>
      <ul className="padx pb stack gap4">
        {incident.pages.map(({ id, name, url }) => (
          <li key={id}>
            <a
              className="link"
              href={new URL(`status/${url}/incidents/${incident.id}`, document.baseURI).href}
              target="_blank"
              rel="noreferrer"
            >
              {name}
            </a>
          </li>
        ))}
        {incident.pages.length === 0 && <li className="mute">{words.nowhere}</li>}
      </ul>
    </Pane>
  </>
)

function Changes({ incident }: { readonly incident: Incident }) {
  const [open, setOpen] = useState<'now' | 'timeline' | null>(null)
  const close = (): void => setOpen(null)
  const isOfPage = incident.statusPageId !== null
  return (
    <span className="end">
      {(!isOfPage || incident.status !== 'RESOLVED') && (
        <Button size="small" aria-label={`${words.change}: ${words.affects}`} onClick={() => setOpen('now')}>
          {words.change}
        </Button>
      )}
      {isOfPage && (
        <Button size="small" onClick={() => setOpen('timeline')}>
          {words.correct}
        </Button>
      )}
      {open === 'now' &&
        (isOfPage ? (
          <ChangeImpacts incident={incident} onClose={close} />
        ) : (
          <ChangeServices incident={incident} onClose={close} />
        ))}
      {open === 'timeline' && <CorrectTimeline incident={incident} onClose={close} />}
    </span>
  )
}

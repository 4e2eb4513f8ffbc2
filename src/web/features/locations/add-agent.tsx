import { useState } from 'react'
import { serviceUrl } from '../../api/call.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Note } from '../../ui/note.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { agentsOf } from './agents-of.ts'
import type { Location } from './api.ts'
import { freshKeyOf } from './fresh-keys.ts'
import { mostKeys } from './location-keys.tsx'

const words = lateTexts.setup.locations

/** The id that links point to. */
export const addAgentId = 'add-agent'

/** How another agent is started, with a key that was just made or with the place of one, and whether it has come. */
export function AddAgent({ location, onNewKey }: { readonly location: Location; readonly onNewKey: () => void }) {
  const fresh = freshKeyOf(location.id)
  const agents = agentsOf(location)
  const [known] = useState(() => new Set(agents.map(({ id }) => id)))
  const come = agents.find(({ id }) => !known.has(id))
  const settings = [`BELFRY_URL=${baseUrl()}`, `API_KEY=${fresh ?? words.keyPlace}`] as const
  return (
    <section className="pane pad stack gap12" id={addAgentId} tabIndex={-1} aria-label={words.addAgent}>
      <h2>{words.addAgent}</h2>
      <p className="dim">{fresh ? words.keyShown : words.keyNeeded}</p>
      {!fresh && location.keys.length < mostKeys && (
        <div>
          <Button onClick={onNewKey}>{words.newKeyForAgent}</Button>
        </div>
      )}
      {!fresh && location.keys.length >= mostKeys && <p className="mute">{words.keysFull}</p>}
      {isLocal(baseUrl()) && <Note kind="degraded">{words.localhost(new URL(baseUrl()).hostname)}</Note>}
      <CodeBlock label={words.npx} text={`${settings.join(' ')} npm run agent`} />
      <CodeBlock
        label={words.docker}
        text={`docker build --target agent -t belfry-agent . && docker run -d --restart unless-stopped -e ${settings.join(' -e ')} belfry-agent`}
      />
      <StatusLine as="p" role="status">
        <Glyph state={come ? 'PASSING' : 'PENDING'} />
        {come ? words.connectedAs(come.name) : words.waiting}
      </StatusLine>
    </section>
  )
}

/** Whether an address leads every machine to itself. */
const isLocal = (url: string): boolean =>
  /^(localhost|.+\.localhost|127\..+|\[::1\]|0\.0\.0\.0)$/.test(new URL(url).hostname)

const baseUrl = (): string => serviceUrl('').replace(/\/$/, '')

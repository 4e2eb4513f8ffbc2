import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serviceUrl } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded, messageOf } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Ago, Moment } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Agents } from './agents.tsx'
import { LocationPanes } from './location-panes.tsx'
import { freshKeyOf, rememberKey } from './fresh-keys.ts'

const words = lateTexts.setup.locations
type Location = Answer<'getPrivateLocation'>

/** One private location: its agents, its queue, its keys, and how to start another agent. */
export function LocationScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const location = useOperation('getPrivateLocation', { params: { id } }, { everyMs: 30_000 })
  return (
    <LocationPanes id={id}>
      <Loaded query={location}>{(data) => <LoadedLocation key={id} location={data} />}</Loaded>
    </LocationPanes>
  )
}

function LoadedLocation({ location }: { readonly location: Location }) {
  const { id, name, slugName, agentCount, lastSeen, runningAgents = [], unavailableSince, events } = location
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayChange = useMay('updatePrivateLocation')
  const [, redraw] = useState(0)
  const perform = (work: Promise<unknown>): void =>
    void work.then(
      async () => {
        await client.invalidateQueries()
        redraw((count) => count + 1)
      },
      (error: unknown) => toast({ text: messageOf(error) }),
    )
  const addKey = async (): Promise<void> => {
    const key = await call('createPrivateLocationKey', { params: { id } })
    rememberKey(id, key.rawKey)
  }
  const fresh = freshKeyOf(id)
  const isConnected = (agentCount ?? 0) > 0
  return (
    <Page
      title={name}
      more={slugName}
      crumbs={
        <>
          <Link to="/locations">{words.title}</Link> /
        </>
      }
    >
      <section className="band" role="status">
        <Glyph state={isConnected ? 'PASSING' : unavailableSince ? 'FAILING' : 'PENDING'} />
        <h2 className="say">
          {isConnected ? words.agents(agentCount ?? 0) : unavailableSince ? words.unavailable : words.noAgents}
        </h2>
        <span className="dim">
          {words.lastSeen} <Ago at={lastSeen} />
        </span>
        {runningAgents.map(({ version, isOutdated, count }) => (
          <span key={version} className="tag">
            {words.version(version, count, isOutdated)}
          </span>
        ))}
      </section>
      {fresh && (
        <section className="pad stack" style={{ gap: 12 }}>
          <p>{words.keyShown}</p>
          <CodeBlock label={words.npx} text={`BELFRY_URL=${baseUrl()} API_KEY=${fresh} npx belfry agent`} />
          <CodeBlock
            label={words.docker}
            text={`docker run -d --restart unless-stopped -e BELFRY_URL=${baseUrl()} -e API_KEY=${fresh} belfry-agent`}
          />
          <p className="st" role="status">
            <Glyph state={isConnected ? 'PASSING' : 'PENDING'} />
            {isConnected ? words.connected : words.waiting}
          </p>
        </section>
      )}
      <Queue id={id} />
      <Agents versions={runningAgents} />
      <section className="pane pad stack" aria-label={words.keys}>
        <h2>{words.keys}</h2>
        {location.keys.map((key) => (
          <div key={key.id} className="row">
            <code>{key.maskedKey}</code>
            <span className="mute small">
              <Moment at={key.created_at} />
            </span>
            {mayChange && (
              <DeleteButton
                title={words.deleteKeyTitle}
                text={words.deleteKeyText}
                label={words.deleteKey}
                onDelete={() => perform(call('deletePrivateLocationKey', { params: { id, keyId: key.id } }))}
              />
            )}
          </div>
        ))}
        {mayChange && location.keys.length < 2 && (
          <div>
            <Button onClick={() => perform(addKey())}>{words.newKey}</Button>
          </div>
        )}
      </section>
      <Events events={events} />
      {mayChange && (
        <div className="pane pad">
          <DeleteButton
            title={words.deleteTitle}
            text={words.deleteText}
            onDelete={() =>
              perform(call('deletePrivateLocation', { params: { id } }).then(() => navigate({ to: '/locations' })))
            }
          />
        </div>
      )}
    </Page>
  )
}

function Events({ events }: Pick<Location, 'events'>) {
  if (events.length === 0) return null
  return (
    <section className="pane pad stack" aria-label={words.events}>
      <h2>{words.events}</h2>
      {events.map(({ at, event }) => (
        <p key={`${at}${event}`}>
          <Moment at={at} /> {words.event[event] ?? event}
        </p>
      ))}
    </section>
  )
}

const baseUrl = (): string => serviceUrl('').replace(/\/$/, '')

function Queue({ id }: { readonly id: string }) {
  const [range] = useState(() => {
    const now = Math.floor(Date.now() / 1000)
    return { from: String(now - 3_600), to: String(now) }
  })
  const metrics = useOperation('getPrivateLocationMetrics', { params: { id }, query: range }, { staleMs: 300_000 })
  if (metrics.data === undefined) return null
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  return (
    <div className="facts pane">
      <div>
        <div className="k">{words.queue}</div>
        <div className="v">{formatNumber(Math.max(0, ...metrics.data.queueSize))}</div>
      </div>
      <div>
        <div className="k">{words.longestWait}</div>
        <div className="v">{formatDuration(Math.max(0, ...metrics.data.oldestScheduledCheckRun) * 1_000)}</div>
      </div>
      <div>
        <div className="k">{words.dropped}</div>
        <div className="v">{formatNumber(sum(metrics.data.droppedRuns))}</div>
      </div>
    </div>
  )
}

import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import { listIn, objectIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { Picture } from '../trace/read-trace.ts'
import type { Asset } from '../api.ts'
import { Actions, ConsoleRows, NetworkRows, Requests } from './event-rows.tsx'
import { pictureText } from './filmstrip.tsx'
import { ownUrl } from './own-url.ts'
import { during, linesAround, pageEvents, pictureAt, plainText } from './script-steps.ts'
import type { ScriptStep, StepSpan } from './script-steps.ts'
import { Note } from '../../ui/note.tsx'
import styles from './step-panes.module.css'
import { TabCount, TabList } from '../../ui/tabs.tsx'

const words = lateTexts.result.script

interface PanesProps {
  readonly detail: Detail
  readonly step: ScriptStep
  readonly span: StepSpan
  readonly pictures: readonly Picture[]
  readonly assets: readonly Asset[]
  /** The one that was chosen; it stays from step to step as long as there is one. */
  readonly tab: string | null
  readonly onTab: (tab: string) => void
}

interface Pane {
  readonly name: keyof typeof words.panes
  readonly count?: number
  readonly content: ReactNode
}

/** Everything about one step: its error, its picture, and what happened in the pages meanwhile. */
export function StepPanes({ tab, onTab, ...about }: PanesProps) {
  const panes = panesOf(about)
  const chosen = panes.find(({ name }) => name === tab) ?? panes[0]
  if (chosen === undefined) return <section className="pad mute">{words.nothing}</section>
  return (
    <Tabs.Root value={chosen.name} onValueChange={onTab} asChild>
      <section aria-label={about.step.title}>
        <TabList aria-label={about.step.title}>
          {panes.map(({ name, count }) => (
            <Tabs.Trigger key={name} value={name}>
              {words.panes[name]}
              {count !== undefined && <TabCount>{count}</TabCount>}
            </Tabs.Trigger>
          ))}
        </TabList>
        <Tabs.Content value={chosen.name} className="pad">
          {chosen.content}
        </Tabs.Content>
      </section>
    </Tabs.Root>
  )
}

type About = Omit<PanesProps, 'tab' | 'onTab'>

function panesOf({ detail, step, span, pictures, assets }: About): readonly Pane[] {
  const picture = pictureAt(pictures, span)
  const network = during(pageEvents(detail, 'network'), span)
  const messages = during([...pageEvents(detail, 'console'), ...pageEvents(detail, 'errors')], span)
  const requests = requestsIn(step)
  const videos = assets.filter(({ type }) => type === 'video')
  const counted = (name: Pane['name'], list: readonly unknown[], content: ReactNode): readonly Pane[] =>
    list.length === 0 ? [] : [{ name, count: list.length, content }]
  return [
    ...(step.error === null ? [] : [{ name: 'error' as const, content: <StepError detail={detail} step={step} /> }]),
    ...(picture === null ? [] : [{ name: 'picture' as const, content: <BigPicture url={picture.url} step={step} /> }]),
    ...counted('requests', requests, <Requests requests={requests} />),
    ...counted('actions', step.actions, <Actions steps={step.actions} />),
    ...counted('network', network, <NetworkRows events={network} step={step} />),
    ...counted('console', messages, <ConsoleRows events={messages} start={step.start} />),
    ...counted('video', videos, <Videos videos={videos} />),
  ]
}

const requestsIn = ({ request, actions }: ScriptStep): readonly Detail[] => [
  ...(request === null ? [] : [request]),
  ...actions.flatMap(requestsIn),
]

const BigPicture = ({ url, step }: { readonly url: string; readonly step: ScriptStep }) => (
  <img className={styles.picture} src={url} alt={pictureText(step)} />
)

const Videos = ({ videos }: { readonly videos: readonly Asset[] }) => (
  <div className="stack">
    {videos.map(({ name, url }) => (
      // Videos of browsers have no sound, hence nothing that captions could say.
      <video
        key={url}
        className={styles.picture}
        controls
        muted
        preload="metadata"
        src={ownUrl(url)}
        aria-label={name}
      />
    ))}
  </div>
)

/** The error of a step, the lines of the script that it came from, and the picture that was taken when it failed. */
function StepError({ detail, step }: { readonly detail: Detail; readonly step: ScriptStep }) {
  const [first = '', ...more] = (step.error ?? '').split('\n')
  const error = listIn(detail['errors'])
    .map(objectIn)
    .find((one) => plainText(one['message']) === step.error)
  return (
    <div className="stack gap12">
      <Note kind="failing">
        <div className="grow">
          <b>{first}</b>
          <pre className="mono small multiline mt4">{more.join('\n')}</pre>
        </div>
      </Note>
      {error !== undefined && <ErrorLines error={error} />}
    </div>
  )
}

/** The lines of the script that an error quotes; nothing for one that quotes none, or lines of no file of the script. */
export function ErrorLines({ error }: { readonly error: Detail }) {
  const lines = linesAround(error)
  if (lines === null || lines.file === '') return null
  return (
    <CodeView
      label={`${lines.file}, ${words.line(lines.line)}`}
      text={lines.text}
      language="javascript"
      marks={lines.marks}
      firstLine={lines.firstLine}
    />
  )
}

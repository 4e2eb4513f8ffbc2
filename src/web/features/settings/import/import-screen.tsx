import { useState } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { useImportSources, usePlanImport } from './api.ts'
import type { ImportSource, ReadImport } from './api.ts'
import { ChooseFiles } from './choose-files.tsx'
import { ComparisonPane } from './comparison-pane.tsx'
import { Review } from './review.tsx'

const words = lateTexts.imports

/** Checks from files of another tool: chosen, read, planned, imported, and compared with what the tool said of them. */
export const ImportScreen = () => (
  <SettingsFrame title={lateTexts.imports.title}>
    <Loaded query={useImportSources()}>{(sources) => <Steps sources={sources} />}</Loaded>
  </SettingsFrame>
)

interface Reading {
  readonly source: ImportSource
  readonly read: ReadImport
  /** Counts the readings. */
  readonly number: number
}

function Steps({ sources }: { readonly sources: readonly ImportSource[] }) {
  const [reading, setReading] = useState<Reading | null>(null)
  /** The source whose checks are compared. */
  const [compared, setCompared] = useState<string | null>(null)
  const [places, setPlaces] = useState<readonly string[]>([])
  const whole = usePlanImport()
  const begin = (): void => {
    setReading(null)
    setCompared(null)
    setPlaces([])
  }
  if (compared !== null) return <ComparisonPane source={compared} onAgain={begin} />
  const readNow = (source: ImportSource, read: ReadImport): void => {
    setReading({ source, read, number: (reading?.number ?? 0) + 1 })
    const { resources, variables } = read
    if (resources.length > 0) whole.mutate({ source: source.name, body: { resources, variables } })
    // Places that have a location now stay, so that it can be changed.
    setPlaces([...new Set([...places, ...read.places])])
  }
  return (
    <>
      {reading === null && <ImportedBefore sources={sources} onCompare={setCompared} />}
      <ChooseFiles sources={sources} places={places} onRead={readNow} />
      {reading && (
        <Review key={reading.number} {...reading} whole={whole} onImported={() => setCompared(reading.source.name)} />
      )}
    </>
  )
}

interface ImportedBeforeProps {
  readonly sources: readonly ImportSource[]
  readonly onCompare: (source: string) => void
}

/** The tools that checks were imported from, whose comparison can be read again. */
function ImportedBefore({ sources, onCompare }: ImportedBeforeProps) {
  const used = sources.filter(({ importedChecks }) => importedChecks > 0)
  if (used.length === 0) return null
  return (
    <section className="pad stack" aria-label={words.before}>
      <h2>{words.before}</h2>
      <ul className="stack">
        {used.map(({ name, title, importedChecks }) => (
          <li key={name} className="row gap12">
            <span>
              {title} <span className="mute">{words.counts.checks(importedChecks)}</span>
            </span>
            <Button size="small" onClick={() => onCompare(name)} aria-label={words.compareWith(title)}>
              {words.compare}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

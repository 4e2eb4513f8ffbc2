import { useState } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { Loaded } from '../../../ui/states.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { useImportSources, usePlanImport } from './api.ts'
import type { Deployed, ImportSource, ReadImport } from './api.ts'
import { ChooseFiles } from './choose-files.tsx'
import { ComparisonPane } from './comparison-pane.tsx'
import { importedChecks } from './comparison.ts'
import { Review } from './review.tsx'

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
  const [deployed, setDeployed] = useState<Pick<Deployed, 'diff'> | null>(null)
  const [places, setPlaces] = useState<readonly string[]>([])
  const whole = usePlanImport()
  const begin = (): void => {
    setReading(null)
    setDeployed(null)
    setPlaces([])
  }
  if (reading && deployed) return <ComparisonPane checks={importedChecks(reading.read, deployed)} onAgain={begin} />
  const readNow = (source: ImportSource, read: ReadImport): void => {
    setReading({ source, read, number: (reading?.number ?? 0) + 1 })
    const { resources, variables } = read
    if (resources.length > 0) whole.mutate({ source: source.name, body: { resources, variables } })
    // Places that have a location now stay, so that it can be changed.
    setPlaces([...new Set([...places, ...read.places])])
  }
  return (
    <>
      <ChooseFiles sources={sources} places={places} onRead={readNow} />
      {reading && <Review key={reading.number} {...reading} whole={whole} onImported={setDeployed} />}
    </>
  )
}

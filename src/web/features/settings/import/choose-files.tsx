import { useState } from 'react'
import { usePlaces } from '../../../places/use-places.ts'
import { usePrivateLocations } from '../../../places/use-private-locations.ts'
import type { PlaceOption } from '../../../places/place-choice.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { useReadImport } from './api.ts'
import type { ImportSource, ReadImport } from './api.ts'
import { FileDrop } from './file-drop.tsx'
import styles from './import.module.css'
import { apiOf, KeyFields, noKey, StateFields } from './key-fields.tsx'
import type { ApiChoice } from './key-fields.tsx'
import { environmentOf, isTooLarge, readChosen } from './read-chosen.ts'

const words = lateTexts.imports

/** The places and private locations that checks can run in, by what imports call them. */
function useLocationOptions(): readonly PlaceOption[] {
  const { all } = usePlaces()
  const own = usePrivateLocations()
  return [
    ...all.flatMap(({ name, codes: [code] }) => (code === undefined ? [] : [{ value: code, label: name }])),
    ...own,
  ]
}

interface ChooseFilesProps {
  readonly sources: readonly ImportSource[]
  /** Of the last reading, for which these choices were made. */
  readonly places: readonly string[]
  readonly onRead: (source: ImportSource, read: ReadImport) => void
}

/** The tool, its files, and the choices that no file makes. */
export function ChooseFiles({ sources, places, onRead }: ChooseFilesProps) {
  const options = useLocationOptions()
  const [name, setName] = useState(sources[0]?.name ?? '')
  const [files, setFiles] = useState<readonly File[]>([])
  const [api, setApi] = useState(noKey)
  const [chosen, setLocation] = useState<string | null>(null)
  const [locations, setLocations] = useState<Readonly<Record<string, string>>>({})
  const [environment, setEnvironment] = useState('')
  const { read, isBusy, error } = useReading(onRead)
  const source = sources.find((one) => one.name === name)
  const inPlace = isInPlace(source, api)
  const location = chosen ?? options[0]?.value ?? ''
  const start = (): void => {
    const choices = { location, locations: { ...locations }, environment: environmentOf(environment) }
    if (source) void read(source, { files: inPlace ? [] : files, api }, choices)
  }
  return (
    <form
      className={`pad stack gap16 ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <p className="dim">{words.intro}</p>
      <SelectField
        label={words.source}
        hint={source?.takes}
        value={name}
        options={sources.map((one) => ({ value: one.name, label: one.title }))}
        onChange={(next) => {
          setName(next)
          setApi(noKey)
        }}
      />
      <GivenFields source={source} given={{ files, api }} onFiles={setFiles} onApi={setApi} />
      <SelectField
        label={words.location}
        hint={words.locationHint}
        value={location}
        options={options}
        onChange={setLocation}
      />
      {places.length > 0 && (
        <PlaceFields
          places={places}
          options={options}
          valueOf={(place) => locations[place] ?? location}
          onChange={(place, value) => setLocations({ ...locations, [place]: value })}
        />
      )}
      <details>
        <summary>{words.environment}</summary>
        <div className="mt8">
          <TextField
            label={words.environment}
            hint={words.environmentHint}
            value={environment}
            rows={3}
            isMono
            onChange={setEnvironment}
          />
        </div>
      </details>
      <ErrorNote error={error} />
      <div>
        <Button kind="primary" type="submit" disabled={!inPlace && !isReady(files)} isBusy={isBusy}>
          {readLabel(places.length > 0, inPlace)}
        </Button>
      </div>
    </form>
  )
}

interface Given {
  readonly files: readonly File[]
  readonly api: ApiChoice
}

/** Whether the API is read in place of files. */
const isInPlace = (source: ImportSource | undefined, { key }: ApiChoice): boolean =>
  source?.api?.isForStates === false && key !== ''

function readLabel(isAgain: boolean, inPlace: boolean): string {
  if (isAgain) return words.readAgain
  return inPlace ? words.readApi : words.read
}

interface GivenFieldsProps {
  readonly source: ImportSource | undefined
  readonly given: Given
  readonly onFiles: (files: readonly File[]) => void
  readonly onApi: (api: ApiChoice) => void
}

const GivenFields = ({ source, given: { files, api }, onFiles, onApi }: GivenFieldsProps) => (
  <>
    {source?.api?.isForStates === false && <KeyFields api={source.api} value={api} onChange={onApi} />}
    {!isInPlace(source, api) && <FileDrop files={files} onFiles={onFiles} />}
    {source?.api?.isForStates === true && <StateFields api={source.api} value={api} onChange={onApi} />}
  </>
)

const isReady = (files: readonly File[]): boolean => files.length > 0 && !isTooLarge(files)

interface PlaceFieldsProps {
  readonly places: readonly string[]
  readonly options: readonly PlaceOption[]
  readonly valueOf: (place: string) => string
  readonly onChange: (place: string, location: string) => void
}

const PlaceFields = ({ places, options, valueOf, onChange }: PlaceFieldsProps) => (
  <fieldset className="stack gap12">
    <legend className="label">{words.places}</legend>
    <p className="small mute">{words.placesHint}</p>
    {places.map((place) => (
      <SelectField
        key={place}
        label={place}
        value={valueOf(place)}
        options={options}
        onChange={(value) => onChange(place, value)}
      />
    ))}
  </fieldset>
)

interface Choices {
  readonly location: string
  readonly locations: Record<string, string>
  readonly environment: Record<string, string>
}

function useReading(onRead: ChooseFilesProps['onRead']) {
  const { mutateAsync, isPending } = useReadImport()
  const [error, setError] = useState<unknown>(null)
  const read = async (source: ImportSource, { files, api }: Given, choices: Choices): Promise<void> => {
    setError(null)
    try {
      const body = { ...(files.length > 0 && { files: await readChosen(files) }), ...apiOf(api), ...choices }
      onRead(source, await mutateAsync({ source: source.name, body }))
    } catch (thrown) {
      setError(thrown)
    }
  }
  return { read, isBusy: isPending, error }
}

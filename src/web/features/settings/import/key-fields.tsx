import { lateTexts } from '../../../strings/late.ts'
import { TextField } from '../../../ui/field.tsx'
import type { ImportSource } from './api.ts'

const words = lateTexts.imports

export interface ApiChoice {
  readonly key: string
  /** Null: that of the tool. */
  readonly address: string | null
}

/** The part of a request that has the key or an address; none without either. */
export const apiOf = ({ key, address }: ApiChoice) =>
  key === '' && !address ? null : { api: { ...(key !== '' && { key }), ...(address && { address }) } }

export const noKey: ApiChoice = { key: '', address: null }

interface KeyFieldsProps {
  readonly api: NonNullable<ImportSource['api']>
  readonly value: ApiChoice
  readonly onChange: (value: ApiChoice) => void
}

/** The address at which the states of checks are read besides files, with a key if it asks for one. */
export const StateFields = ({ api, value, onChange }: KeyFieldsProps) => (
  <>
    <TextField
      label={words.statesAddress}
      hint={words.statesAddressHint}
      value={value.address ?? ''}
      placeholder={api.address}
      isMono
      onChange={(address) => onChange({ key: address === '' ? '' : value.key, address })}
    />
    {value.address && (
      <TextField
        label={words.key}
        hint={`${api.key} ${words.keyHint}`}
        type="password"
        autoComplete="off"
        value={value.key}
        onChange={(key) => onChange({ ...value, key })}
      />
    )}
  </>
)

/** A key with which the API of the tool is read, in place of files. */
export const KeyFields = ({ api, value, onChange }: KeyFieldsProps) => (
  <>
    <TextField
      label={words.key}
      hint={`${api.key} ${words.keyHint}`}
      type="password"
      autoComplete="off"
      value={value.key}
      onChange={(key) => onChange({ ...value, key })}
    />
    {value.key !== '' && (
      <TextField
        label={words.address}
        value={value.address ?? api.address}
        isMono
        onChange={(address) => onChange({ ...value, address })}
      />
    )}
  </>
)

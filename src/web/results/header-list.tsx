import { listIn, objectIn, textIn } from './read-detail.ts'
import { KeyValues } from '../ui/key-values.tsx'

/** HTTP headers with their values. */
export const HeaderList = ({ headers }: { readonly headers: unknown }) => (
  <KeyValues className="mono small">
    {Object.entries(objectIn(headers)).map(([name, value]) => (
      <Header key={name} name={name} value={textIn(value) ?? listIn(value).map(textIn).join(', ')} />
    ))}
  </KeyValues>
)

const Header = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt className="anywhere">{name}</dt>
    <dd>{value}</dd>
  </>
)

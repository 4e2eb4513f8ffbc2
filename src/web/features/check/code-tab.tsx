import { texts } from '../../strings/index.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { curlOf, terraformOf } from './check-code.ts'
import type { Check } from './check-screen.tsx'

const words = texts.check

/** The check as code, without its secrets. */
export function CodeTab({ check }: { readonly check: Check }) {
  const terraform = terraformOf(check)
  return (
    <div className="pad stack" style={{ gap: 24 }}>
      <p className="dim">{words.codeText}</p>
      <CodeBlock label={words.curl} text={curlOf(check)} />
      {terraform && <CodeBlock label={words.terraform} text={terraform} />}
    </div>
  )
}

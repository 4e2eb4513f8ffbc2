import { lateTexts } from '../strings/late.ts'
import { CodeBlock } from '../ui/copy.tsx'
import { curlOf, terraformOf } from './check-code.ts'
import type { CodedCheck } from './coded-check.ts'
import { constructOf } from './construct-code.ts'
import styles from './check-code-blocks.module.css'

const words = lateTexts.check

/** A check as code, without its secrets, in each language that has something for its type. */
export function CheckCodeBlocks({ check }: { readonly check: CodedCheck }) {
  const blocks = [
    [words.construct, constructOf(check)],
    [words.terraform, terraformOf(check)],
    [words.curl, curlOf(check)],
  ] as const
  return (
    <div className={`pad stack ${styles.blocks}`}>
      <p className="dim">{words.codeText}</p>
      {blocks.map(([label, text]) => text !== null && <CodeBlock key={label} label={label} text={text} />)}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'

const words = lateTexts.welcome.comingFrom
const checkly = 'eval "$(npx belfry keys create --export)"\nnpx checkly deploy --preview\nnpx checkly deploy'
const apply = 'npx belfry plan monitoring\nnpx belfry apply monitoring'

/** How checks that exist elsewhere come here, with the commands that do it. */
export const ComingFrom = () => (
  <details className="mt16">
    <summary>{words.title}</summary>
    <div className="stack gap12 mt12">
      <p className="dim">{words.checkly}</p>
      <CodeBlock label="Checkly" text={checkly} />
      <ImportLink />
      <p className="dim">{words.others}</p>
      <CodeBlock label={words.othersLabel} text={apply} />
    </div>
  </details>
)

/** For those who may import. */
const ImportLink = () =>
  useMay('startImport') && (
    <>
      <p className="dim">{words.tools}</p>
      <div>
        <Button asChild>
          <Link to="/settings/import">{lateTexts.imports.command}</Link>
        </Button>
      </div>
    </>
  )

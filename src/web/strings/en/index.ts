import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { check } from './check.ts'
import { checks } from './checks.ts'
import { commonWords as common } from './common-words.ts'
import { curl } from './curl.ts'
import { editor } from './editor.ts'
import { effectiveSettings } from './effective-settings.ts'
import { health } from './health.ts'
import { home } from './home.ts'
import { maintenance } from './maintenance.ts'
import { palette } from './palette.ts'
import { passkeys } from './passkeys.ts'
import { people } from './people.ts'
import { result } from './result.ts'
import { series } from './series.ts'
import { setup } from './setup.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { welcome } from './welcome.ts'

export const texts = {
  alerts,
  audit,
  check,
  checks,
  common,
  curl,
  editor,
  effectiveSettings,
  health,
  home,
  maintenance,
  palette,
  passkeys,
  people,
  result,
  series,
  setup,
  shell,
  signIn,
  welcome,
}
export type Texts = typeof texts

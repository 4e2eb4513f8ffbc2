import type { Texts } from '../en/index.ts'
import { checks } from './checks.ts'
import { commonWords as common } from './common-words.ts'
import { home } from './home.ts'
import { palette } from './palette.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const texts: Texts = { checks, common, home, palette, shell, signIn }

// Commands for humans. Takes the arguments of a command line and the environment. Prints, and returns an exit code.
export { runCommand } from './run-command.ts'

export const palette = {
  placeholder: 'Find a check or a page',
  nothing: 'Nothing is called that.',
  newCheck: 'New check',
  keys: 'Keys: ⌘K find, g then a letter for a page, c new check, / filter, j and k next and previous row, Enter open, Esc close.',
}

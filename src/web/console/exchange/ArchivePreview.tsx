import { Box, Input, Text } from '@mantine/core'
import { File, Folder } from 'lucide-react'
import type { FormatRow } from '../../../contract/exports.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { archiveTree } from './archiveTree.ts'
import type { ExportChoice } from './exportChoice.ts'

const INDENT_REM = 1.1

/** The entries that the archive will have, NAME standing for each job. */
export function ArchivePreview({ format, choice }: { format: FormatRow; choice: ExportChoice }) {
  const t = useTranslator()
  const named = Object.entries(choice.shares ?? {}).flatMap(([name, share]) => (share > 0 ? [name] : []))
  const rows = archiveTree(format.tree, named.length > 0 ? named : ['default'])
  const isWhole = choice.includesFiles || format.files === 'required'
  return (
    <Input.Wrapper label={t('export.preview')} labelElement="div">
      <Box component="ul" className="archive-tree" aria-label={t('export.preview')} mt={4}>
        {rows
          .filter(({ isOriginal }) => isWhole || !isOriginal)
          .map(({ name, depth }, index) => (
            <Text
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
              key={index}
              component="li"
              size="sm"
              ff="monospace"
              style={{ paddingInlineStart: `${depth * INDENT_REM}rem` }}
            >
              {name.endsWith('/') ? <Folder size="0.85em" /> : <File size="0.85em" />} {name}
            </Text>
          ))}
      </Box>
    </Input.Wrapper>
  )
}

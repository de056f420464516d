import { join } from 'node:path';
import { compressFolder } from '@redress/ui/build/compress-folder';

console.log(`${await compressFolder(join(import.meta.dirname, '../dist'))} files compressed.`);

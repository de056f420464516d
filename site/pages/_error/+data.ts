import { site } from '@redress/content/site';

export type Data = ReturnType<typeof data>;

export const data = () => ({ site });

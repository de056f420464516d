import { site } from '@redress/content/site';
import '../../styles/site.css';
import { NotFound } from '../../layout/not-found.tsx';

export const Page = () => <NotFound site={site} language="en" />;

import type { ReactNode } from 'react';

/** Questions and answers, marked up for search engines (schema.org, as microdata: a page of prose holds no script). */
export function Questions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="questions" itemScope itemType="https://schema.org/FAQPage">
      {children}
    </div>
  );
}

interface QuestionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}
export function Question({ id, title, children }: QuestionProps) {
  return (
    <section itemScope itemProp="mainEntity" itemType="https://schema.org/Question">
      <h3 id={id} itemProp="name">
        {title}
      </h3>
      <div itemScope itemProp="acceptedAnswer" itemType="https://schema.org/Answer">
        <div itemProp="text">{children}</div>
      </div>
    </section>
  );
}

import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./viewer.css";

type Component = (props: {
  getComponent: (name: string, container: boolean) => unknown;
}) => unknown;
interface System {
  React: {
    createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown;
  };
}

const nothing = () => () => null;

/** Operations alone. Forms to try them out are left away, and so are links and buttons within other buttons. */
const plain = ({ React }: System) => {
  const layout: Component = ({ getComponent }) =>
    React.createElement(
      "div",
      { className: "swagger-ui" },
      React.createElement(getComponent("operations", true), null),
    );
  return {
    components: { OnlyOperations: layout },
    wrapComponents: {
      ServersContainer: nothing,
      CopyToClipboardBtn: nothing,
      JsonSchemaForm: nothing,
    },
  };
};

/** Draws the document into the element. It asks this server alone, with the session of the page. */
export function draw(domNode: HTMLElement, url: string): void {
  SwaggerUI({
    domNode,
    url,
    layout: "OnlyOperations",
    plugins: [plain],
    deepLinking: false,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    supportedSubmitMethods: [],
    syntaxHighlight: { activated: false },
    validatorUrl: null,
  });
}

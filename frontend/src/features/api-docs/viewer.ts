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
      ExamplesSelect: nothing,
      authorizeOperationBtn: nothing,
    },
  };
};

/** Every table of answers calls itself a region, all by the same name: they are tables. */
function callTablesTables(within: HTMLElement): void {
  for (const table of within.querySelectorAll("table[role=region]")) table.removeAttribute("role");
}

/** Draws the document into the element. It asks this server alone, with the session of the page. */
export function draw(domNode: HTMLElement, url: string): void {
  const changes = new MutationObserver(() => callTablesTables(domNode));
  changes.observe(domNode, { childList: true, subtree: true });
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

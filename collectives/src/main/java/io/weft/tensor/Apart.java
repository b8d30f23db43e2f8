package io.weft.tensor;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/**
 * Loops over vectors that are compiled by themselves, whoever calls them. The compiler of the JVM
 * inlines a method into a caller that has become busy, however long after; beside the rest of that
 * caller parts of a loop count as rare and stay calls, and each vector that goes through one is an
 * object. Steps of training became a quarter slower in the middle of a run, and stayed so.
 *
 * <p>A method handle that is no constant is never inlined. So a class is made whose methods call
 * their twins by handles, which they find in an array.
 */
final class Apart {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final ClassDesc SELF = ClassDesc.of(Apart.class.getName() + "Calls");
  private static final ClassDesc HANDLES = CD_MethodHandle.arrayType();
  private static final String FIELD = "handles";

  private Apart() {}

  /** The same kernels, called so. */
  static <T> T of(Class<T> type, T kernels) {
    var methods =
        Arrays.stream(type.getMethods()).filter(it -> Modifier.isAbstract(it.getModifiers()));
    return of(type, kernels, methods.toList());
  }

  private static <T> T of(Class<T> type, T kernels, List<Method> methods) {
    try {
      var handles = new MethodHandle[methods.size()];
      for (int i = 0; i < handles.length; i++) {
        handles[i] = LOOKUP.unreflect(methods.get(i)).bindTo(kernels);
      }
      var own = LOOKUP.defineHiddenClass(text(type, methods), true);
      var constructor = MethodType.methodType(void.class, MethodHandle[].class);
      return type.cast(own.findConstructor(own.lookupClass(), constructor).invoke(handles));
    } catch (Throwable e) {
      throw new AssertionError("cannot make calls of " + type, e);
    }
  }

  private static byte[] text(Class<?> type, List<Method> methods) {
    return ClassFile.of()
        .build(
            SELF,
            builder -> {
              builder.withInterfaceSymbols(ClassDesc.ofDescriptor(type.descriptorString()));
              builder.withField(FIELD, HANDLES, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
              addConstructor(builder);
              for (int i = 0; i < methods.size(); i++) {
                add(builder, methods.get(i), i);
              }
            });
  }

  private static void addConstructor(ClassBuilder builder) {
    builder.withMethodBody(
        INIT_NAME,
        MethodTypeDesc.of(CD_void, HANDLES),
        0,
        code ->
            code.aload(0)
                .invokespecial(CD_Object, INIT_NAME, MTD_void)
                .aload(0)
                .aload(1)
                .putfield(SELF, FIELD, HANDLES)
                .return_());
  }

  private static void add(ClassBuilder builder, Method method, int number) {
    var type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    var described = MethodTypeDesc.ofDescriptor(type.descriptorString());
    builder.withMethodBody(
        method.getName(),
        described,
        ClassFile.ACC_PUBLIC,
        code -> {
          code.aload(0).getfield(SELF, FIELD, HANDLES).loadConstant(number).aaload();
          loadParameters(code, type);
          code.invokevirtual(CD_MethodHandle, "invokeExact", described);
          code.return_(TypeKind.from(type.returnType()));
        });
  }

  private static void loadParameters(CodeBuilder code, MethodType type) {
    for (int i = 0; i < type.parameterCount(); i++) {
      code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
    }
  }
}
